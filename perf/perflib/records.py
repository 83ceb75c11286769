# SPDX-License-Identifier: Apache-2.0
"""Records of the benchmark: Google Benchmark's JSON as groups of rows, each with its repetitions."""
from __future__ import annotations

import json
import pathlib
import re
import statistics
from dataclasses import dataclass, field

from perflib.errors import BadInput


@dataclass
class Row:
    """One row, with all its repetitions."""

    name: str
    runs: list[dict] = field(default_factory=list)

    def has(self, counter: str) -> bool:
        return counter in self.runs[0]

    def median(self, counter: str) -> float:
        return statistics.median(run[counter] for run in self.runs)

    def spread(self, counter: str) -> float:
        """Distance of the quartiles over the median; 0 for less than four repetitions."""
        if len(self.runs) < 4:
            return 0.0
        low, middle, high = statistics.quantiles([run[counter] for run in self.runs], n=4, method="inclusive")
        return (high - low) / middle

    @property
    def checksum(self) -> str | None:
        found = re.match(r"checksum ([0-9a-f]+)", self.runs[0].get("label", ""))
        return found.group(1) if found else None

    @property
    def note(self) -> str:
        return self.runs[0].get("label", "").partition(", ")[2]


Groups = dict[str, dict[str, Row]]


def names_of(run: str) -> tuple[str, str]:
    """Group and row of a run as Google Benchmark names it."""
    parts = re.sub(r"/(iterations|repeats):\d+|/manual_time", "", run).split("/")
    return "/".join(parts[:3]), "/".join(parts[3:])


def groups_of(record: dict) -> Groups:
    """group ("heat2d/8192/float") -> row ("temporal/fused:8") -> Row"""
    groups: Groups = {}
    for run in record["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        group, row = names_of(run["name"])
        groups.setdefault(group, {}).setdefault(row, Row(row)).runs.append(run)
    return groups


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
    if not isinstance(record, dict) or not ("benchmarks" in record or "checksum" in record):
        raise BadInput(f"{path}: neither a record of bench nor of an application (make one with perf/record or --json)")
    return record
