# SPDX-License-Identifier: Apache-2.0
"""What this machine has: cores that this process may use, memory of the host and of the first GPU."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

CPUS = pathlib.Path("/sys/devices/system/cpu")
MEMORY = pathlib.Path("/proc/meminfo")
GROUP = pathlib.Path("/sys/fs/cgroup")


def cores() -> int:
    """Cores, not the hardware threads that share them: one thread each is what an update that waits for memory wants. No more
    than the control group's quota allows."""
    usable = os.sched_getaffinity(0)
    siblings = {_text(CPUS / f"cpu{cpu}/topology/thread_siblings_list") or str(cpu) for cpu in usable}
    quota, _, period = (_text(GROUP / "cpu.max") or "max").partition(" ")
    allowed = max(1, int(quota) // int(period)) if quota.isdigit() and period.isdigit() else len(siblings)
    return min(len(siblings), allowed)


def host_memory() -> float:
    """Bytes that are free for new arrays."""
    lines = dict(line.split(":", 1) for line in (_text(MEMORY) or "").splitlines() if ":" in line)
    free = 1024.0 * int(lines["MemAvailable"].split()[0]) if "MemAvailable" in lines else float("inf")
    limit, used = _text(GROUP / "memory.max"), _text(GROUP / "memory.current")
    return min(free, float(limit) - float(used)) if limit and limit.isdigit() and used else free


def gpu_memory() -> float:
    """Bytes that are free on the first GPU, as nvidia-smi has it; without a word from it, no limit."""
    if not shutil.which("nvidia-smi"):
        return float("inf")
    done = subprocess.run(["nvidia-smi", "--query-gpu=memory.free", "--format=csv,noheader,nounits"], check=False, capture_output=True,
                          text=True)
    first = (done.stdout.splitlines() or [""])[0].strip()
    return 2.0**20 * int(first) if done.returncode == 0 and first.isdigit() else float("inf")


def _text(path: pathlib.Path) -> str | None:
    try:
        return path.read_text().strip()
    except OSError:
        return None
