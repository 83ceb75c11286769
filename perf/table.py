# SPDX-License-Identifier: Apache-2.0
"""table.py RECORD.json FOLDER NAME COMMAND: stores the record in FOLDER as <date>-<device>-<backend>-NAME.json with a
Markdown table of its medians beside it."""
import json
import pathlib
import re
import statistics
import sys


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"\(.*?\)", "", text.lower())).strip("-")


def quartile_spread(samples):
    if len(samples) < 4:
        return 0.0
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return (high - low) / middle


def rows_of(record):
    """group -> row -> its repetitions"""
    groups = {}
    for run in record["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        name = re.sub(r"/(iterations|repeats):\d+|/manual_time", "", run["name"])
        group, row = "/".join(name.split("/")[:3]), "/".join(name.split("/")[3:])
        groups.setdefault(group, {}).setdefault(row, []).append(run)
    return groups


def table(group, rows):
    lines = [f"### {group}", "", "| row | GCells/s | spread | of copy | to loop | |", "|---|---|---|---|---|---|"]
    for row, runs in rows.items():
        def middle(counter):
            return statistics.median(run[counter] for run in runs)

        note = runs[0].get("label", "").partition(", ")[2]
        spread = quartile_spread([run["GCells/s"] for run in runs])
        lines.append(f"| {row} | {middle('GCells/s'):.2f} | {100 * spread:.1f} % | {middle('of_copy'):.2f} "
                     f"| {middle('to_loop'):.2f} | {note} |")
    checksums = {run["label"].partition(", ")[0] for runs in rows.values() for run in runs if run.get("label")}
    return lines + ["", "All fields with a checksum are equal: " + ", ".join(sorted(checksums)) + ".", ""]


def main(record_file, folder, name, command):
    record = json.loads(pathlib.Path(record_file).read_text())
    context = record["context"]
    # The paths of the machine are nobody's business.
    context["executable"] = pathlib.Path(context["executable"]).name
    context.pop("host_name", None)
    context["command"] = command
    date = context["date"][:10]
    stem = pathlib.Path(folder) / f"{date}-{slug(context['device'])}-{slug(context['backend'])}-{name}"
    stem.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")
    lines = [f"# {context['device']}, {context['backend']}, {date}", "", f"`{command}`", ""]
    for key in ("concurrency", "compiler", "flags", "kokkos", "commit"):
        lines.append(f"- {key}: {context[key]}")
    lines.append("")
    for group, rows in rows_of(record).items():
        lines += table(group, rows)
    stem.with_suffix(".md").write_text("\n".join(lines))
    print(f"record: {stem.name}.json and .md")


if __name__ == "__main__":
    main(*sys.argv[1:])
