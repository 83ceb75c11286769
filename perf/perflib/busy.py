# SPDX-License-Identifier: Apache-2.0
"""Runs a program while the cores have other work, and counts how often its threads slept or lost their core."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass
from typing import Iterator, Sequence

from perflib.errors import BadInput, RunFailure

OWN = ("OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KOKKOS_NUM_THREADS")


@dataclass
class Seen:
    seconds: float  # of stepping or iterating, as the record says
    threads: int
    slept: int  # voluntary context switches
    lost: int  # involuntary ones
    record: dict


@contextlib.contextmanager
def loops(each: int) -> Iterator[None]:
    """So many endless loops on each core that this process may use."""
    started = []
    try:
        for core in sorted(os.sched_getaffinity(0)) * each:
            started.append(subprocess.Popen([sys.executable, "-c", f"import os\nos.sched_setaffinity(0, [{core}])\nwhile True: pass"]))
        yield
    finally:
        for loop in started:
            loop.kill()
            loop.wait()


def seen(program: pathlib.Path, arguments: Sequence[str], environment: dict[str, str]) -> Seen:
    """One run, with nothing about threads in its environment but what is given."""
    if not program.exists():
        raise BadInput(f"no program {program} (build it: cmake --build {program.parent.parent} --target {program.name})")
    clean = {key: value for key, value in os.environ.items() if key not in OWN}
    started = subprocess.Popen([program, *arguments, "--quiet", "--json", "-"], env={**clean, **environment}, stdout=subprocess.PIPE,
                               text=True)
    with started.stdout:
        out = started.stdout.read()
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode != 0:
        raise RunFailure(f"{program.name} {' '.join(arguments)} ended with {started.returncode}")
    record = json.loads(out)
    return Seen(record["time_s"], record["threads"], used.ru_nvcsw, used.ru_nivcsw, record)
