# SPDX-License-Identifier: Apache-2.0
"""How the schemes, left to their own choices, do on many stencils such as users write: the program bench_breadth."""
from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass

from perflib.page import Cell, number
from perflib.programs import Build
from perflib.records import Groups, Row

PROGRAM = "bench_breadth"
LOOP = "loop"  # the faster of the plain loops of the run
HEAD = ("problem", "scheme", "to", "goal", "seen", "met", "GCells/s", "of the limit", "way")
BASES = {LOOP: "the plain loop", "direct": "direct"}


def context(build: Build) -> dict:
    """What the program says of device and build; measures next to nothing."""
    return build.bench("--stencil", "laplace9", "--size", "tiny", "--schemes", "direct", "--repetitions", "1", "--milliseconds", "1",
                       program=PROGRAM)[0]


@dataclass(frozen=True)
class Aim:
    """The least ratio of a scheme's rate to that of another row, for every stencil, type and size."""

    scheme: str
    to: str
    goal: float


BEST = "best"  # the fastest of the schemes, which is what a tuner can choose
SCHEMES = ("direct", "tiled", "streaming", "temporal", "two-pass")
AIMS = (Aim("direct", LOOP, 0.9), Aim("temporal", LOOP, 0.9), Aim("temporal", "direct", 0.9), Aim("tiled", "direct", 0.9),
        Aim("streaming", "direct", 0.9), Aim(BEST, LOOP, 1.0))


@dataclass(frozen=True)
class Line:
    """What was seen of an aim."""

    problem: str  # box27/48/double
    aim: Aim
    seen: float
    rate: float  # GCells/s
    of_limit: float  # of the fastest copy, which moves the least bytes of as many updates
    way: str  # that the scheme took

    @property
    def met(self) -> bool:
        return self.seen >= self.aim.goal

    def cells(self, judged: bool) -> list[Cell]:
        """In the order of HEAD."""
        met = ("yes" if self.met else "no") if judged else None
        return [self.problem, self.aim.scheme, self.aim.to, self.aim.goal, self.seen, met, self.rate, self.of_limit, self.way]


def arguments(quick: bool) -> list[str]:
    """Of the program."""
    return ["--size", "tiny", "--milliseconds", "1", "--repetitions", "3"] if quick else []


def ratio(row: Row, base: Row) -> float:
    """The median over all turns."""
    return statistics.median(mine["GCells/s"] / its["GCells/s"] for mine, its in zip(row.runs, base.runs))


def of_limit(row: Row, rows: dict[str, Row]) -> float:
    copies = [other for name, other in rows.items() if name.startswith("copy")]
    return ratio(row, max(copies, key=lambda copy: copy.median("GCells/s")))


def way_of(row: Row) -> str:
    """persistent x 1024"""
    found = re.match(r"way ([^,]+), fused steps (\d+)", row.note)
    if not found:
        return "-"
    return found[1] if found[2] == "1" else f"{found[1]} x {found[2]}"


def row_of(scheme: str, rows: dict[str, Row]) -> Row | None:
    """Of the scheme; nothing if it can't step the stencil."""
    if scheme != BEST:
        return rows.get(scheme)
    return max((rows[name] for name in SCHEMES if name in rows), key=lambda row: row.median("GCells/s"))


def line_of(problem: str, rows: dict[str, Row], aim: Aim) -> Line | None:
    row = row_of(aim.scheme, rows)
    if row is None:
        return None
    seen = row.median("to_loop") if aim.to == LOOP else ratio(row, rows[aim.to])
    return Line(problem, aim, seen, row.median("GCells/s"), of_limit(row, rows), way_of(row))


def lines_of(groups: Groups) -> list[Line]:
    """A line for each aim of each problem, but for schemes that can't step it."""
    lines = (line_of(problem, rows, aim) for problem, rows in groups.items() for aim in AIMS)
    return [line for line in lines if line is not None]


def from_cells(cells: dict[str, Cell]) -> Line:
    """A line as a record of perf/goals keeps it."""
    return Line(cells["problem"], Aim(cells["scheme"], cells["to"], cells["goal"]), cells["seen"], cells["GCells/s"], cells["of the limit"],
                cells["way"])


def summary(lines: list[Line]) -> str:
    """One line: for each aim the worst ratio with its name, the geometric mean, and how many are met."""
    parts = []
    for aim in dict.fromkeys(line.aim for line in lines):
        own = [line for line in lines if line.aim == aim]
        worst = min(own, key=lambda line: line.seen)
        mean = math.exp(statistics.fmean(math.log(line.seen) for line in own))
        parts.append(f"{aim.scheme} to {BASES[aim.to]}: worst {number(worst.seen)} ({worst.problem}), geometric mean {number(mean)}, "
                     f"{sum(line.met for line in own)} of {len(own)} at {number(aim.goal)} or more")
    return "; ".join(parts)
