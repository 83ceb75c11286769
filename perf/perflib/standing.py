# SPDX-License-Identifier: Apache-2.0
"""Where each device stands: what records of perf/goals say of each workload's best row, its limit and the loop by hand."""
from __future__ import annotations

import json
import pathlib
import re
from dataclasses import dataclass, replace

from perflib import breadth
from perflib.errors import BadInput
from perflib.goals import FIGURES, NOT_MEASURED
from perflib.records import slug

# stencil -> what it is called where one step is made of each load, and where several are
WORKLOADS = {"heat2d": "2D, 5 points", "heat3d": "3D, 7 points", "star3d-order8": "3D, 25 points (order 8)",
             "wave3d": "3D wave of order 8, medium at the nodes", "derivative": "first derivative of order 8",
             "laplacian": "Laplacian of order 8", "divergence": "divergence of order 8", "gradient": "gradient of order 8",
             "poisson": "2D Jacobi around a body, right side"}
# Systems of fields: what their goals are for comes after the name.
SYSTEMS = {"maxwell2d": "Maxwell 2D by Yee", "maxwell3d": "Maxwell 3D by Yee", "shallow-water": "shallow water by Lax-Friedrichs",
           "elastic2d": "elastic waves 2D, order 4", "lattice-d2q9": "lattice Boltzmann D2Q9", "gray-scott": "Gray-Scott"}
SMALL_SIDE = {2: 1000, 3: 100}  # a system of fewer nodes a side lies in the caches
ARCHITECTURES = {("AMD", 25, 1): "Zen 3", ("AMD", 25, 17): "Zen 4", ("AMD", 26, 2): "Zen 5"}
PLAIN, PAST = "copy", "copy_non_temporal"
LOOPS = ("loop", "loop_serial")


@dataclass(frozen=True)
class Result:
    """The best row of one workload, of one size and type."""

    workload: str
    nodes: str
    kind: str  # float or double
    by: str  # the row of the benchmark
    rate: float  # GCells/s
    microseconds: float  # a step
    of_limit: float | None  # of the fastest copy of the run; None where an array is so small that a copy times its launch
    loop_of_limit: float | None
    to_loop: float  # to the faster loop by hand of the run

    @property
    def small(self) -> bool:
        return self.of_limit is None


@dataclass(frozen=True)
class Breadth:
    """The newest record of users' stencils on a device."""

    path: pathlib.Path
    date: str
    lines: tuple[breadth.Line, ...]


@dataclass(frozen=True)
class Standing:
    """The newest record of a device."""

    path: pathlib.Path
    context: dict[str, str]
    taken: float | None  # of the machine's core time by other programs
    results: tuple[Result, ...]
    breadth: Breadth | None = None

    @property
    def date(self) -> str:
        return self.context["date"]

    @property
    def on_gpu(self) -> bool:
        return self.context["backend"] not in ("OpenMP", "Threads", "Serial")

    @property
    def device(self) -> str:
        """NVIDIA H200; AMD EPYC (Zen 5); Intel Xeon (family 6, model 207)"""
        plain = re.sub(r"\(R\)|\(TM\)| Processor", "", self.context["device"])
        found = re.search(r"(.*) \(family (\d+), model (\d+)\)", plain)
        known = ARCHITECTURES.get((found[1].split()[0], int(found[2]), int(found[3]))) if found else None
        return f"{found[1]} ({known})" if known else plain

    @property
    def title(self) -> str:
        return self.device if self.on_gpu else f"{self.device}, {self.context['concurrency']} threads"

    @property
    def slug(self) -> str:
        return slug(self.context["device"].replace("(family ", "").replace(", model", "").replace("(R)", "").replace(" Processor", ""))


Rows = dict[str, dict[str, float]]  # row -> column -> value


def rows_of(record: dict, problem: str) -> Rows:
    prefix = problem + " "
    return {row["row"][len(prefix):]: row for row in record["tables"]["rows"] if row["row"].startswith(prefix)}


def workload_of(goal: dict) -> str:
    stencil, size, _ = goal["problem"].split("/")
    if stencil in SYSTEMS:
        return SYSTEMS[stencil] + (", small grids, " if is_small(goal) else ", ") + goal["workload"].rpartition(", ")[2]
    name = WORKLOADS.get(stencil, stencil)
    if stencil == "derivative":
        return f"{name} along {goal['by'][3]}"  # d_dx/order:8
    if stencil in ("heat2d", "heat3d"):
        steps = "small grids" if is_small(goal) else "several steps" if "several" in goal["workload"] else "one step"
        return f"{name}, {steps}"
    return name


def dimension_of_system(stencil: str) -> int:
    return 3 if stencil.endswith("3d") else 2


def is_small(goal: dict) -> bool:
    stencil, size, _ = goal["problem"].split("/")
    return goal["figure"] == FIGURES["us_per_step"] or (stencil in SYSTEMS and int(size) < SMALL_SIDE[dimension_of_system(stencil)])


def nodes_of(problem: str) -> str:
    stencil, size, _ = problem.split("/")
    if "x" in size:
        return size.replace("x", " x ")
    plane = dimension_of_system(stencil) == 2 if stencil in SYSTEMS else stencil.endswith("2d")
    return f"{size} {'squared' if plane else 'cubed'}"


def share_of_limit(record: dict, goal: dict, rows: Rows) -> tuple[float, float]:
    """Of the best row and of the loop by hand. The ratio taken turn by turn where the record has it, else that of the medians."""
    row, loop = rows[goal["by"]], rows["loop"]
    past = rows.get(PAST, {}).get("GCells/s", 0)
    if past <= rows[PLAIN]["GCells/s"]:
        return row["of copy"], loop["of copy"]
    seen = next((other["seen"] for other in record["tables"]["goals"] if (other["problem"], other["by"], other["figure"]) ==
                 (goal["problem"], goal["by"], FIGURES["of_copy_non_temporal"])), row["GCells/s"] / past)
    return seen, loop["GCells/s"] / past


def ratio_to_loop(row: dict, rows: Rows) -> float:
    """To the faster of the loops by hand."""
    best = max((name for name in LOOPS if name in rows), key=lambda name: rows[name]["GCells/s"])
    return row["to loop"] if best == "loop" else row["GCells/s"] / rows[best]["GCells/s"]


def result_of(record: dict, goal: dict) -> Result:
    rows = rows_of(record, goal["problem"])
    row = rows[goal["by"]]
    of_limit, loop = (None, None) if is_small(goal) else share_of_limit(record, goal, rows)
    return Result(workload_of(goal), nodes_of(goal["problem"]), goal["problem"].split("/")[2], goal["by"].split("/")[0],
                  row["GCells/s"], row["us a step"], of_limit, loop, ratio_to_loop(row, rows))


def standing_of(path: pathlib.Path, record: dict) -> Standing:
    """:raises BadInput: if the record lacks what a page needs"""
    goals = [goal for goal in record["tables"]["goals"]
             if goal["figure"] != FIGURES["of_copy_non_temporal"] and goal.get("met") != NOT_MEASURED]
    try:
        return Standing(path, record["context"], record.get("taken_by_others"), tuple(result_of(record, goal) for goal in goals))
    except (KeyError, StopIteration) as error:
        raise BadInput(f"{path}: the record has no {error} (make it again with perf/goals)") from error


def breadth_of(path: pathlib.Path, record: dict) -> Breadth:
    """:raises BadInput: if the record lacks what a page needs"""
    try:
        lines = tuple(breadth.from_cells(cells) for cells in record["tables"]["breadth"])
    except KeyError as error:
        raise BadInput(f"{path}: the record has no {error} (make it again with perf/goals)") from error
    return Breadth(path, record["context"]["date"], lines)


Found = dict[str, tuple[pathlib.Path, dict]]  # device -> its newest record


def newest_with(table: str, folder: pathlib.Path) -> Found:
    found: Found = {}
    for path in sorted(folder.glob("*-goals*.json")):
        record = json.loads(path.read_text())
        if record.get("quick") or table not in record.get("tables", {}):
            continue
        device = record["context"]["device"]
        if device not in found or found[device][1]["context"]["date"] < record["context"]["date"]:
            found[device] = path, record
    return found


def newest(folder: pathlib.Path) -> list[Standing]:
    """The newest records of perf/goals of each device: GPUs first, then by date, the newest first.

    :raises BadInput: if there is none
    """
    found = newest_with("goals", folder)
    if not found:
        raise BadInput(f"no record of perf/goals in {folder} (make one with perf/goals)")
    of_users = newest_with("breadth", folder)
    standings = [replace(standing_of(*pair), breadth=breadth_of(*of_users[device]) if device in of_users else None)
                 for device, pair in found.items()]
    standings.sort(key=lambda standing: standing.date, reverse=True)
    return sorted(standings, key=lambda standing: not standing.on_gpu)
