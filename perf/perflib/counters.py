# SPDX-License-Identifier: Apache-2.0
"""What a GPU's hardware counters see while one repetition of a row of a benchmark runs, by NVIDIA's ncu."""
from __future__ import annotations

import csv
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

from perflib.errors import BadInput, RunFailure
from perflib.programs import Build
from perflib.records import names_of

# Level -> the counters whose sum are its bytes, both ways.
LEVELS = {
    "loads and stores": ("l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum"),
    "between L1 and L2": ("lts__t_sectors_srcunit_tex.sum",),
    "between L2 and memory": ("dram__bytes_read.sum", "dram__bytes_write.sum"),
}
UNITS = {"byte": 1, "sector": 32}  # bytes
METRICS = tuple(metric for metrics in LEVELS.values() for metric in metrics)


@dataclass
class Seen:
    """Of one repetition, all its kernels together."""

    updates: float
    ideal_bytes: float
    redundancy: float  # 0: the row has no tiles
    bytes: dict[str, float]  # metric -> sum

    def bytes_at(self, level: str) -> float:
        return sum(self.bytes[metric] for metric in LEVELS[level])


def rows_of(build: Build, arguments: list[str]) -> list[str]:
    """The rows that bench has for this one problem."""
    listed = build.run("bench", [*arguments, "--benchmark_list_tests=true"])
    return [row for _, row in map(names_of, listed.splitlines()) if row]


def count(ncu: str, metrics: tuple[str, ...], program: list, row: str) -> tuple[re.Match, list[dict]]:
    """Runs one repetition of `row`: what the program says of it, and ncu's table of kernels and metrics."""
    # Caches stay as one kernel leaves them to the next, and clocks as they are, as in a run.
    command = [ncu, "--csv", "--print-units", "base", "--cache-control", "none", "--clock-control", "none", "--profile-from-start", "off",
               "--metrics", ",".join(metrics), *program, "--profile", row]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        last = ((done.stdout + done.stderr).strip().splitlines() or ["it said nothing"])[-1]
        raise RunFailure(f"{ncu} {pathlib.Path(program[0]).name} --profile {row} ended with {done.returncode}: {last}")
    said = re.search(r"^profiled .* updates (\S+) ideal_bytes (\S+) redundancy (\S+)$", done.stdout, re.MULTILINE)
    lines = done.stdout.splitlines()
    head = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), None)
    if not said or head is None:
        raise RunFailure("ncu has counted nothing: its output lacks the table of metrics (is it allowed to read the counters?)")
    table = [line for line in csv.DictReader(lines[head:]) if line["Metric Name"] in metrics]
    if missing := [metric for metric in metrics if all(line["Metric Name"] != metric for line in table)]:
        raise RunFailure(f"ncu has not counted {', '.join(missing)} (this GPU may lack them)")
    return said, table


def measure(ncu: str, build: Build, row: str, arguments: list[str]) -> Seen:
    """One repetition of `row`, a sweep there and back; the counters of all its kernels added up."""
    said, table = count(ncu, METRICS, [build.folder / "bin/bench", *arguments, "--updates", "1"], row)
    sums: dict[str, float] = {}
    for line in table:
        name = line["Metric Name"]
        sums[name] = sums.get(name, 0) + value_of(line, UNITS, "bytes or sectors")
    return Seen(float(said[1]), float(said[2]), float(said[3]), sums)


def value_of(line: dict, factors: dict[str, float], wanted: str) -> float:
    """The value in a line of ncu's table, in the unit of which `factors` has the multiples."""
    value, unit = line["Metric Value"], line["Metric Unit"]
    try:
        return factors[unit] * float(value.replace(",", ""))
    except (KeyError, ValueError):
        raise RunFailure(f"ncu gives {line['Metric Name']} as {value} '{unit}', no number of {wanted}") from None


def require(ncu: str) -> None:
    """Refuses a profiler that is not there."""
    if not shutil.which(ncu):
        raise BadInput(f"no program {ncu}: the counters of a GPU are read by NVIDIA's ncu (name it with --ncu; those of a host are "
                       "not read)")
