# SPDX-License-Identifier: Apache-2.0
"""Which scheme was the fastest where: records of perf/goals by dimension, reach of the stencil, size of the grid and kind of device."""
from __future__ import annotations

import math
import pathlib
import statistics
from dataclasses import dataclass

from perflib.errors import BadInput
from perflib.goals import OPERATORS
from perflib.page import number
from perflib.standing import SYSTEMS, dimension_of_system, newest_with

# stencil of a benchmark -> dimension and what it reads
READS = {"heat1d": (1, "star 1"), "heat2d": (2, "star 1"), "heat-stretched": (2, "star 1"), "gray-scott-struct": (2, "star 1"),
         "advection": (2, "star 1"), "burgers": (2, "star 1"), "level-set": (2, "star 1"), "weno5": (2, "star 3"), "wave2d-order8": (2, "star 4"),
         "anisotropic": (2, "box 1"), "laplace9": (2, "box 1"), "life": (2, "box 1"), "smoothing": (2, "box 1"),
         "cahn-hilliard": (2, "box 2"), "heat3d": (3, "star 1"), "heat3d-coefficient": (3, "star 1"),
         "heat3d-insulated": (3, "star 1"), "gray-scott3d": (3, "system"), "acoustic3d": (3, "star 2"), "allen-cahn3d": (3, "star 2"),
         "star3d-radius4": (3, "star 4"), "star3d-order8": (3, "star 4"), "wave3d": (3, "star 4"), "box27": (3, "box 1"),
         **{stencil: (dimension_of_system(stencil), "system") for stencil in SYSTEMS}}
OTHERS = OPERATORS + ("poisson",)  # no choice of schemes, or no plain grid
ONE_STEP, ALL = ("direct", "streaming", "tiled"), ("direct", "streaming", "tiled", "temporal")
SMALL, LARGE = 3e5, 8e6  # nodes: fewer are small, more are large
SIZES = ("small", "middle", "large")
GAIN = 1.03  # less is none
HEAD = ("axes", "reads", "grid", "CPU, one step a call", "CPU, many", "GPU, one step a call", "GPU, many")


@dataclass(frozen=True)
class Place:
    """A line of the table."""

    dimension: int
    reads: str
    size: str


Rates = dict[str, float]  # scheme -> GCells/s


def place_of(problem: str) -> Place | None:
    """:raises BadInput: if the stencil is not known here"""
    stencil, size, _ = problem.split("/")
    if stencil in OTHERS:
        return None
    if stencil not in READS:
        raise BadInput(f"perflib/which.py knows no stencil {stencil} (add what it reads to READS)")
    dimension, reads = READS[stencil]
    nodes = int(size) ** dimension
    return Place(dimension, reads, SIZES[(nodes >= SMALL) + (nodes >= LARGE)])


def samples(folder: pathlib.Path) -> dict[bool, dict[Place, list[Rates]]]:
    """On a GPU or not -> place -> what each problem of the newest records of every device made by the schemes that were measured."""
    found: dict[bool, dict[Place, list[Rates]]] = {False: {}, True: {}}
    for table in ("goals", "breadth"):
        for _, record in newest_with(table, folder).values():
            problems: dict[str, Rates] = {}
            for row in record["tables"]["rows"]:
                problem, name = row["row"].split(" ", 1)
                if name in ALL:
                    problems.setdefault(problem, {})[name] = row["GCells/s"]
            for problem, rates in problems.items():
                place = place_of(problem)
                if place and "direct" in rates and len(rates) > 1:
                    on_gpu = record["context"]["backend"] == "Cuda"
                    found[on_gpu].setdefault(place, []).append(rates)
    return found


def choice(problems: list[Rates], schemes: tuple[str, ...]) -> str:
    """The schemes with the highest mean gain over Direct, that gain, and the least and the most of it."""
    def gains(scheme: str) -> list[float]:
        return [rates[scheme] / rates["direct"] for rates in problems if scheme in rates]

    measured = {scheme: gains(scheme) for scheme in schemes if len(gains(scheme)) == len(problems)}
    means = {scheme: math.exp(statistics.fmean(map(math.log, seen))) for scheme, seen in measured.items()}
    if max(means.values()) < GAIN:
        return "Direct"

    def told(scheme: str) -> str:
        seen = measured[scheme]
        return f"{scheme.capitalize()} {number(means[scheme])}" + (f" ({number(min(seen))} to {number(max(seen))})" if len(seen) > 1 else "")

    near = [scheme for scheme in means if means[scheme] * GAIN >= max(means.values())]
    return ", ".join(told(scheme) for scheme in sorted(near, key=lambda scheme: -means[scheme]))


def table(folder: pathlib.Path) -> list[str]:
    """As Markdown."""
    found = samples(folder)
    places = sorted({*found[False], *found[True]}, key=lambda place: (place.dimension, place.reads == "system", place.reads.split()[0] == "box",
                                                                      place.reads, SIZES.index(place.size)))
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for place in places:
        cells = [str(place.dimension), place.reads, place.size]
        for on_gpu in (False, True):
            problems = found[on_gpu].get(place, [])
            cells += [choice(problems, schemes) if problems else "-" for schemes in (ONE_STEP, ALL)]
        lines.append("| " + " | ".join(cells) + " |")
    return lines
