# SPDX-License-Identifier: Apache-2.0
"""What is aimed at on a device, and how far the benchmark's rows are from it."""
from __future__ import annotations

import json
import pathlib
import statistics
from dataclasses import dataclass

from perflib.errors import BadInput
from perflib.records import Groups, Row

FOLDER = pathlib.Path(__file__).parent / "goals"
# figure -> its column of the page; of times less is better
FIGURES = {"of_copy": "of the copy", "of_copy_non_temporal": "of a copy past the caches", "to_loop": "to the loop by hand",
           "GCells/s": "GCells/s", "us_per_step": "us a step"}
OPERATORS = ("derivative", "laplacian", "divergence", "gradient")  # stencils of the benchmark that have no schemes
NOT_MEASURED = "not measured"  # stands where a goal is met or not, if the build has no benchmark of it
QUICK_SIZES = 48, 16  # of a plane, of a volume: there temporal may fuse a thousand steps


def is_volume(stencil: str) -> bool:
    return "3d" in stencil or stencil == "wave"


@dataclass(frozen=True)
class Goal:
    workload: str
    problem: str  # heat2d/8192/float
    rows: tuple[str, ...]  # of the benchmark: the best of them counts
    figure: str
    goal: float
    options: tuple[str, ...] = ()  # of the benchmark

    @property
    def less_is_better(self) -> bool:
        return self.figure == "us_per_step"

    def met_by(self, value: float) -> bool:
        return value <= self.goal if self.less_is_better else value >= self.goal


@dataclass(frozen=True)
class Run:
    """Goals that one run of the benchmark answers."""

    stencil: str
    size: int
    types: tuple[str, ...]
    schemes: tuple[str, ...]
    options: tuple[str, ...]

    def arguments(self, quick: bool) -> list[str]:
        size = min(self.size, QUICK_SIZES[is_volume(self.stencil)]) if quick else self.size
        schemes = [] if self.stencil in OPERATORS else ["--schemes", ",".join(self.schemes)]
        few = ["--updates", "1e4", "--repetitions", "3"] if quick else []
        return ["--stencil", self.stencil, "--size", str(size), "--types", ",".join(self.types), *schemes,
                *([] if quick and "--updates" in self.options else self.options), *few, "--energy-seconds", "0"]


def goals_of(backend: str) -> tuple[str, list[Goal]]:
    """What they are for, and the goals.

    :raises BadInput: if there are none for this backend
    """
    path = FOLDER / f"{backend.lower()}.json"
    if not path.exists():
        raise BadInput(f"no goals for the backend {backend} (there are some for "
                       f"{', '.join(sorted(p.stem for p in FOLDER.glob('*.json')))})")
    kept = json.loads(path.read_text())
    return kept["what"], [Goal(**{**goal, "rows": tuple(goal["rows"]), "options": tuple(goal.get("options", ()))})
                          for goal in kept["goals"]]


def runs_of(goals: list[Goal]) -> dict[Run, list[Goal]]:
    """Goals of the same stencil, size and options share a run."""
    shared: dict[tuple, list[Goal]] = {}
    for goal in goals:
        stencil, size, _ = goal.problem.split("/")
        shared.setdefault((stencil, int(size), goal.options), []).append(goal)
    runs = {}
    for (stencil, size, options), of_run in shared.items():
        types = dict.fromkeys(goal.problem.split("/")[2] for goal in of_run)
        schemes = dict.fromkeys(row.split("/")[0] for goal in of_run for row in goal.rows)
        runs[Run(stencil, size, tuple(types), tuple(schemes), options)] = of_run
    return runs


def group_of(goal: Goal, groups: Groups) -> tuple[str, dict[str, Row]] | None:
    """What was measured for it, by the same type; in a quick run of another size. None if the build lacks the type."""
    kind = goal.problem.split("/")[2]
    return next(((name, rows) for name, rows in groups.items() if name.endswith("/" + kind)), None)


def value_of(row: Row, figure: str, rows: dict[str, Row]) -> float:
    """The median over all turns."""
    if figure != "of_copy_non_temporal":
        return row.median(figure)
    copy = rows["copy_non_temporal"]
    return statistics.median(mine["GCells/s"] / its["GCells/s"] for mine, its in zip(row.runs, copy.runs))


def best(goal: Goal, rows: dict[str, Row]) -> tuple[Row, float]:
    """The best of its rows and what that makes."""
    found = [(rows[name], value_of(rows[name], goal.figure, rows)) for name in goal.rows if name in rows]
    return (min if goal.less_is_better else max)(found, key=lambda pair: pair[1])
