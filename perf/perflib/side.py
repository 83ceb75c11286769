# SPDX-License-Identifier: Apache-2.0
"""The same problems, of the same sizes, on one thread, on all threads and on a GPU: what is measured, and what each makes of it."""
from __future__ import annotations

import pathlib
import re
import sys
from dataclasses import dataclass

from perflib import machine
from perflib.errors import BadInput
from perflib.goals import is_volume
from perflib.joined import GPU_BACKENDS, Measured, Problem, Record, from_groups
from perflib.programs import Build
from perflib.standing import PAST, PLAIN, SYSTEMS, WORKLOADS

# stencil of the benchmark -> values of a node
VALUES = {"heat2d": 1, "heat3d": 1, "star3d-order8": 1, "wave": 2, "maxwell2d": 3, "maxwell3d": 6, "shallow-water": 3, "elastic2d": 5,
          "lattice-d2q9": 9, "gray-scott": 2}
SCHEMES = ("direct", "streaming", "temporal")
# name -> nodes along an axis of a plane, of a volume; from the largest to the least
SIZES = {"large": (8192, 512), "middle": (4096, 256), "small": (64, 16)}
ARRAYS = 6  # of a value: two fields, a second one in each scheme, what a copy needs
BYTES = {"float": 4, "double": 8}
LOOP, BEST = "loop", "best"


@dataclass(frozen=True)
class Size:
    """Nodes along an axis of a plane and of a volume."""

    name: str
    plane: int
    volume: int

    def along(self, stencil: str) -> int:
        return self.volume if is_volume(stencil) else self.plane

    def bytes(self, stencil: str, precision: str) -> float:
        nodes = self.along(stencil) ** (3 if is_volume(stencil) else 2)
        return float(ARRAYS * VALUES[stencil] * BYTES[precision]) * nodes

    def most(self, stencils: tuple[str, ...], precision: str) -> tuple[float, str]:
        """Bytes of the largest problem, and which that is."""
        return max((self.bytes(stencil, precision), stencil) for stencil in stencils)


def size_of(text: str | None, stencils: tuple[str, ...], precision: str, free: dict[str, float]) -> Size:
    """What was asked for, by name or as nodes of planes and volumes ("4096,256"); else the largest that fits.

    :param free: device -> bytes that are free there
    :raises BadInput: if it is none of these, or does not fit
    """
    where, least = min(free.items(), key=lambda pair: pair[1])
    named = {name: Size(name, *nodes) for name, nodes in SIZES.items()}
    if text is None:
        return next((size for size in named.values() if size.most(stencils, precision)[0] <= least), named["small"])
    found = re.fullmatch(r"(\d+),(\d+)", text)
    if not found and text not in named:
        raise BadInput(f"--size {text} (give {', '.join(named)}, or the nodes along an axis of planes and volumes: 4096,256)")
    size = Size("own", int(found[1]), int(found[2])) if found else named[text]
    if min(size.plane, size.volume) < 16:
        raise BadInput(f"--size {text}: {min(size.plane, size.volume)} nodes along an axis are too few (give 16 or more)")
    need, stencil = size.most(stencils, precision)
    if need > least:
        raise BadInput(f"--size {text}: {stencil} takes about {need / 1e9:.1f} GB, {where} has {least / 1e9:.1f} GB free (give a smaller size, "
                       "or leave it out: then it is the largest that fits)")
    return size


@dataclass
class Side:
    """One thread, all threads, or a GPU; of each stencil the benchmark's rows."""

    label: str
    short: str  # in ratios
    build: Build
    context: dict
    records: dict[str, Record]  # stencil -> record

    def rows(self, stencil: str) -> Problem:
        (problem,) = self.records[stencil].problems.values()
        return problem

    def limit(self, stencil: str) -> Measured:
        """Its own copy, the faster of the one with plain stores and the one past the caches."""
        rows = self.rows(stencil)
        return max((rows[name] for name in (PLAIN, PAST) if name in rows), key=lambda row: row.rate)

    def best(self, stencil: str) -> str:
        """The fastest of the schemes."""
        rows = self.rows(stencil)
        return max((name for name in SCHEMES if name in rows), key=lambda name: rows[name].rate)

    def row(self, stencil: str, name: str) -> Measured:
        return self.rows(stencil)[self.best(stencil) if name == BEST else name]

    def of_copy(self, stencil: str, name: str) -> float:
        return self.row(stencil, name).rate / self.limit(stencil).rate

    def checksums(self, stencil: str) -> set[str]:
        return {row.checksum for row in self.rows(stencil).values() if row.checksum}

    @property
    def has_meter(self) -> bool:
        return any(row.joules for stencil in self.records for row in self.rows(stencil).values())


@dataclass
class Comparison:
    """All that was measured."""

    stencils: tuple[str, ...]
    precision: str
    size: Size
    sides: list[Side]  # one thread first; the GPU last

    @property
    def gpu(self) -> Side | None:
        return next((side for side in self.sides if on_gpu(side.context)), None)

    @property
    def all_threads(self) -> Side:
        return [side for side in self.sides if side is not self.gpu][-1]

    def title(self, stencil: str) -> str:
        n = self.size.along(stencil)
        return f"{title_of(stencil)}, {n} {'cubed' if is_volume(stencil) else 'squared'}, {self.precision}"

    def same(self, stencil: str) -> bool:
        """Whether every row of every side ended with the same field."""
        return len(set().union(*(side.checksums(stencil) for side in self.sides))) == 1

    def ratios(self) -> list[tuple[str, Side, Side]]:
        """Heading, and whose rate is divided by whose."""
        return [(f"{b.short} to {a.short}", b, a) for i, b in enumerate(self.sides) for a in reversed(self.sides[:i])]


def title_of(stencil: str) -> str:
    return {**WORKLOADS, **SYSTEMS}["wave3d" if stencil == "wave" else stencil]


def on_gpu(context: dict) -> bool:
    return context["backend"].lower() in GPU_BACKENDS


def require_cpu_and_gpu(cpu: Build, on_cpu: dict, gpu: Build | None, at_gpu: dict | None) -> None:
    """:raises BadInput: if the builds are not of these kinds, or not of one state of the sources"""
    if on_gpu(on_cpu):
        raise BadInput(f"{cpu.folder} is a build for a GPU, {on_cpu['device']} (give --cpu a build of the preset openmp)")
    if not gpu or not at_gpu:
        return
    if not on_gpu(at_gpu):
        raise BadInput(f"{gpu.folder} is a build for a CPU, {at_gpu['device']} with {at_gpu['backend']}: two CPUs are no CPU and GPU (give "
                       "--gpu a build of the preset cuda)")
    if on_cpu["commit"] != at_gpu["commit"]:
        raise BadInput(f"{cpu.folder} is of commit {on_cpu['commit']}, {gpu.folder} of {at_gpu['commit']} (build both anew)")


def unoptimized(context: dict) -> bool:
    levels = re.findall(r"-O(\S)", context["flags"])
    return not levels or levels[-1] not in "23"


def measured(label: str, short: str, build: Build, stencils: tuple[str, ...], precision: str, size: Size) -> Side:
    """Runs the benchmark, a problem after the other."""
    records, context = {}, {}
    small = size.name == "small"  # to see that it works
    # On a CPU fewer updates than the benchmark's own are long enough to time; one thread would take minutes over those.
    updates = ["--updates", "1e5" if small else "2e8"] if small or build.threads else []
    few = ["--repetitions", "3", "--energy-seconds", "0"] if small else ["--repetitions", "5"]
    for stencil in stencils:
        print(f"== {label}: {title_of(stencil)}", file=sys.stderr, flush=True)
        context, groups = build.bench("--stencil", stencil, "--size", str(size.along(stencil)), "--types", precision, "--schemes",
                                      ",".join(SCHEMES), "--no-serial", *updates, *few)
        records[stencil] = from_groups(str(build.folder), context, groups)
    return Side(label, short, build, context, records)


def compare(cpu: pathlib.Path, gpu: pathlib.Path | None, stencils: tuple[str, ...], precision: str, size: str | None,
            threads: int | None) -> Comparison:
    """:raises BadInput: if the builds are not what they have to be, or the size does not fit"""
    one, card = Build(cpu, 1), Build(gpu) if gpu else None
    on_cpu, at_gpu = one.context(), card.context() if card else None
    require_cpu_and_gpu(one, on_cpu, card, at_gpu)
    free = {"this machine": machine.host_memory()}
    if at_gpu:
        free["the GPU"] = machine.gpu_memory()
    chosen = size_of(size, stencils, precision, free)
    count = threads or machine.cores()
    sides = [measured("1 thread", "one", one, stencils, precision, chosen)]
    if count > 1:
        sides.append(measured(f"{count} threads", "all", Build(cpu, count), stencils, precision, chosen))
    if card:
        sides.append(measured("GPU", "GPU", card, stencils, precision, chosen))
    return Comparison(stencils, precision, chosen, sides)
