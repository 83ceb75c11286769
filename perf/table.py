#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps a record of the benchmark as <date>-<device>-<backend>-NAME.json, the medians and spreads of its rows, with a Markdown
table of them beside it."""
from __future__ import annotations

import argparse
import json
import pathlib

from perflib.errors import run_main
from perflib.page import number
from perflib.records import Row, groups_of, read_json, shortened, stem_of

CONTEXT = ("driver", "clocks", "concurrency", "multiprocessors", "energy", "compiler", "flags", "kokkos", "commit")


def cells(row: Row) -> list[str]:
    def middle(counter: str, form: str) -> str:
        return format(row.median(counter), form) if row.has(counter) else ""

    redundancy = number(row.median("redundancy")) if row.has("redundancy") else ""
    return [row.name, middle("GCells/s", ".2f"), middle("us_per_step", ".2f"), f"{100 * row.spread('real_time'):.1f} %",
            middle("of_copy", ".2f"), middle("to_loop", ".2f"), redundancy, middle("joules", ".3g"), row.note]


def table(group: str, rows: dict[str, Row]) -> list[str]:
    head = ["row", "GCells/s", "us a step", "spread", "of copy", "to loop", "redundancy", "J", ""]
    lines = [f"### {group}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in rows.values()]
    checksums = sorted({row.checksum for row in rows.values() if row.checksum})
    return lines + ["", "All fields with a checksum are equal: checksum " + ", ".join(checksums) + ".", ""]


def main() -> None:
    parser = argparse.ArgumentParser(prog="table.py", description=__doc__)
    parser.add_argument("record", help="what bench wrote as --benchmark_out")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("name")
    parser.add_argument("command", help="how it was made")
    chosen = parser.parse_args()
    record = read_json(chosen.record)
    context = record["context"]
    # The paths of the machine are nobody's business.
    context["executable"] = pathlib.Path(context["executable"]).name
    context.pop("host_name", None)
    context["command"] = chosen.command
    date = context["date"][:10]
    stem = chosen.folder / stem_of(context, chosen.name)
    stem.with_suffix(".json").write_text(json.dumps(shortened(record), indent=1) + "\n")
    lines = [f"# {context['device']}, {context['backend']}, {date}", "", f"`{chosen.command}`", ""]
    lines += [f"- {key}: {context[key]}" for key in CONTEXT if key in context] + [""]
    for group, rows in groups_of(record).items():
        lines += table(group, rows)
    stem.with_suffix(".md").write_text("\n".join(lines))
    print(f"record: {stem.name}.json and .md")


if __name__ == "__main__":
    run_main("table.py", main)
