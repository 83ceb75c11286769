# SPDX-License-Identifier: Apache-2.0
"""Two records as one list of rows that may be compared: the same problem, the same field at the end."""
from __future__ import annotations

import re
from dataclasses import dataclass

from perflib.errors import BadInput
from perflib.records import Groups, groups_of

GPU_BACKENDS = ("cuda", "hip", "sycl")
SAME_PROBLEM = ("app", "precision", "nodes", "steps", "dt")  # of an application's record


@dataclass
class Measured:
    """A row on one device. Nothing where the record does not say."""

    rate: float  # GCells/s
    of_copy: float | None
    joules: float | None  # of 1e9 updates
    checksum: str | None
    gigabytes: float | None = None  # a second, of the least that has to move


Problem = dict[str, Measured]


@dataclass
class Record:
    """A record of bench or of an application: problems, each with its rows."""

    path: str
    device: str
    backend: str
    threads: int
    energy: str
    problems: dict[str, Problem]

    @property
    def on_gpu(self) -> bool:
        return self.backend.lower() in GPU_BACKENDS

    @property
    def short_device(self) -> str:
        """Without family and model, as the head of a column."""
        return re.sub(r"\s*\(.*?\)", "", self.device)


def from_bench(path: str, record: dict) -> Record:
    return from_groups(path, record["context"], groups_of(record))


def from_groups(path: str, context: dict, groups: Groups) -> Record:
    problems: dict[str, Problem] = {}
    for group, rows in groups.items():
        for name, row in rows.items():
            if not row.has("GCells/s"):
                continue
            rate = row.median("GCells/s")
            joules = row.median("watts") / rate if row.has("watts") else None
            problems.setdefault(group, {})[name] = Measured(rate, row.median("of_copy"), joules, row.checksum, row.gigabytes)
    return Record(path, context["device"], context["backend"], int(context["concurrency"]),
                  context.get("energy", "none: the record is older than the meter"), problems)


def from_application(path: str, record: dict) -> Record:
    problem = ", ".join(f"{key} {record[key]}" for key in SAME_PROBLEM)
    row = Measured(record["gcells_per_s"], record["fraction_of_copy"], None, record["checksum"])
    return Record(path, record["device"], record["backend"], record["threads"],
                  "none: applications read no meter", {problem: {record["scheme"]: row}})


def read(path: str, record: dict) -> Record:
    try:
        return from_bench(path, record) if "context" in record else from_application(path, record)
    except KeyError as error:
        raise BadInput(f"{path}: the record has no {error} (was it cut off?)") from error


def checksum_of(record: Record, problem: str) -> str:
    """The one field that all its rows end with.

    :raises BadInput: if there is none, or more than one
    """
    found = {row.checksum for row in record.problems[problem].values() if row.checksum}
    if len(found) != 1:
        raise BadInput(f"{record.path}: {problem}: {len(found)} checksums, not one (measure again)")
    return found.pop()


def require_same_field(first: Record, second: Record, problem: str) -> str:
    """The checksum that both have for this problem.

    :raises BadInput: if they differ
    """
    sums = [checksum_of(record, problem) for record in (first, second)]
    if sums[0] != sums[1]:
        raise BadInput(f"{problem}: the fields differ: checksum {sums[0]} in {first.path}, {sums[1]} in {second.path} "
                       "(rates of different results are not compared: same size, steps and options on both)")
    return sums[0]


def same_size(first: Record, second: Record) -> str:
    """What to do where a stencil of bench was measured on other sizes."""
    sizes = [{tuple(problem.split("/")[:2]) for problem in record.problems if problem.count("/") == 2} for record in (first, second)]
    for stencil, size in sorted(sizes[0]):
        if any(stencil == other for other, _ in sizes[1]):
            return f"perf/record --size {size} --stencil {stencil} makes a record of the first one's size"
    return "measure the same problem, size and type on both"


def common_problems(first: Record, second: Record) -> list[str]:
    """What both measured, in the order of the first.

    :raises BadInput: if there is nothing
    """
    common = [problem for problem in first.problems if problem in second.problems]
    if not common:
        raise BadInput(f"{first.path} has {'; '.join(first.problems)}, {second.path} has {'; '.join(second.problems)}: nothing in "
                       f"common ({same_size(first, second)})")
    return common
