# SPDX-License-Identifier: Apache-2.0
"""How busy the units of a GPU are while a row of bench_breadth runs, by NVIDIA's ncu."""
from __future__ import annotations

import pathlib

from perflib import counters

ELAPSED, ACTIVE = "avg.pct_of_peak_sustained_elapsed", "avg.pct_of_peak_sustained_active"
# Column -> the counter whose share of its peak it is.
SHARES = {
    "memory": f"dram__throughput.{ELAPSED}",
    "L2": f"lts__t_sectors.{ELAPSED}",
    "L1": f"l1tex__throughput.{ELAPSED}",
    "instructions issued": f"sm__inst_issued.{ELAPSED}",
    "double": f"sm__pipe_fp64_cycles_active.{ELAPSED}",
    "multiply": f"sm__inst_executed_pipe_fma.{ELAPSED}",
    "integer, compare, convert": f"sm__inst_executed_pipe_alu.{ELAPSED}",
    "threads resident": f"sm__warps_active.{ACTIVE}",
}
TIME, REGISTERS = "gpu__time_duration.sum", "launch__registers_per_thread"
INSTRUCTIONS, BYTES = "smsp__thread_inst_executed.sum", "dram__bytes.sum"
METRICS = (*SHARES.values(), TIME, REGISTERS, INSTRUCTIONS, BYTES)
# Counter -> the units in which ncu may give it, and what they are called; all others are percents.
UNITS = {
    TIME: ({"ns": 1, "nsecond": 1}, "nanoseconds"),
    REGISTERS: ({"register/thread": 1}, "registers"),
    INSTRUCTIONS: ({"inst": 1}, "instructions"),
    BYTES: ({"byte": 1}, "bytes"),
}
PERCENTS = ({"%": 1e-2}, "percents")


def measure(ncu: str, program: pathlib.Path, row: str, arguments: list[str]) -> dict[str, float]:
    """One repetition of `row`: what is known of the kernel that takes most of the time, the median of its launches; of its
    instructions and bytes, those of an update."""
    said, table = counters.count(ncu, METRICS, [program, *arguments, "--milliseconds", "1"], row)
    kernels: dict[str, dict[str, list[float]]] = {}  # name -> metric -> values
    for line in table:
        metric = line["Metric Name"]
        value = counters.value_of(line, *UNITS.get(metric, PERCENTS))
        kernels.setdefault(line["Kernel Name"], {}).setdefault(metric, []).append(value)
    main = max(kernels.values(), key=lambda kernel: sum(kernel[TIME]))
    middle = {metric: sorted(values)[len(values) // 2] for metric, values in main.items()}
    updates = float(said[1]) / len(main[TIME])  # of a launch
    return {
        "GCells/s": updates / middle[TIME],
        **{name: middle[metric] for name, metric in SHARES.items()},
        "registers": middle[REGISTERS],
        "instructions": middle[INSTRUCTIONS] / updates,
        "bytes": middle[BYTES] / updates,
        "least bytes": float(said[2]) / float(said[1]),
    }
