# SPDX-License-Identifier: Apache-2.0
"""Records of the benchmark as groups of rows: Google Benchmark's JSON, where a row has all its repetitions, and the shorter form
that is kept in perf/results, where it has their medians and spreads."""
from __future__ import annotations

import json
import pathlib
import re
import statistics
from dataclasses import dataclass, field

from perflib.errors import BadInput

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


@dataclass
class Row:
    """One row: all its repetitions, or what is kept of them."""

    name: str
    runs: list[dict] = field(default_factory=list)
    kept: dict | None = None  # "turns", "median", "spread", "label"

    def has(self, counter: str) -> bool:
        return counter in (self.kept["median"] if self.kept else self.runs[0])

    def median(self, counter: str) -> float:
        if self.kept:
            return self.kept["median"][counter]
        return statistics.median(run[counter] for run in self.runs)

    def spread(self, counter: str) -> float:
        """Distance of the quartiles over the median; 0 for less than four repetitions."""
        if self.kept:
            return self.kept["spread"][counter]
        if len(self.runs) < 4:
            return 0.0
        low, middle, high = statistics.quantiles([run[counter] for run in self.runs], n=4, method="inclusive")
        return (high - low) / middle if middle else 0.0

    @property
    def gigabytes(self) -> float | None:
        """A second, of the least that has to move; None where the row does not say."""
        if not self.has("ideal_bytes"):
            return None
        unit = self.kept["time_unit"] if self.kept else self.runs[0]["time_unit"]
        return self.median("ideal_bytes") / (self.median("real_time") * SECONDS[unit]) * 1e-9

    @property
    def label(self) -> str:
        return self.kept["label"] if self.kept else self.runs[0].get("label", "")

    @property
    def checksum(self) -> str | None:
        found = re.match(r"checksum ([0-9a-f]+)", self.label)
        return found.group(1) if found else None

    @property
    def note(self) -> str:
        return self.label.partition(", ")[2]

    def shortened(self) -> dict:
        """What is kept of the repetitions."""
        if self.kept:
            return self.kept
        about = ("family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations")
        counters = [key for key, value in self.runs[0].items() if isinstance(value, (int, float)) and key not in about]
        return {"turns": len(self.runs), "time_unit": self.runs[0].get("time_unit"), "median": {c: self.median(c) for c in counters},
                "spread": {c: self.spread(c) for c in counters}, "label": self.label}


Groups = dict[str, dict[str, Row]]


def names_of(run: str) -> tuple[str, str]:
    """Group and row of a run as Google Benchmark names it."""
    parts = re.sub(r"/(iterations|repeats):\d+|/manual_time", "", run).split("/")
    return "/".join(parts[:3]), "/".join(parts[3:])


def groups_of(record: dict) -> Groups:
    """group ("heat2d/8192/float") -> row ("temporal/fused:8") -> Row"""
    if "rows" in record:
        return {group: {name: Row(name, kept=kept) for name, kept in rows.items()} for group, rows in record["rows"].items()}
    groups: Groups = {}
    for run in record["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        group, row = names_of(run["name"])
        groups.setdefault(group, {}).setdefault(row, Row(row)).runs.append(run)
    return groups


def shortened(record: dict) -> dict:
    """The record as it is kept: of each row the medians and spreads of its repetitions."""
    rows = {group: {name: row.shortened() for name, row in rows.items()} for group, rows in groups_of(record).items()}
    return {"context": record["context"], "rows": rows}


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"\(.*?\)", "", text.lower())).strip("-")


def stem_of(context: dict, name: str) -> str:
    """What the files of a record are called: <date>-<device>-<backend>-<name>."""
    return f"{context['date'][:10]}-{slug(context['device'])}-{slug(context['backend'])}-{name}"


def read_json(path: str | pathlib.Path) -> dict:
    """A record of the benchmark or of an application.

    :raises BadInput: if there is no such file or it is no record
    """
    try:
        record = json.loads(pathlib.Path(path).read_text())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror} (give a JSON record)") from error
    except ValueError as error:
        raise BadInput(f"{path}: no JSON: {error} (give a record of bench or of an application's --json)") from error
    if not isinstance(record, dict) or not any(key in record for key in ("benchmarks", "rows", "checksum")):
        raise BadInput(f"{path}: neither a record of bench nor of an application (make one with perf/record or --json)")
    return record
