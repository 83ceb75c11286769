# SPDX-License-Identifier: Apache-2.0
"""How much of the machine other programs took while something was measured."""
from __future__ import annotations

import os
import pathlib
import resource

STAT = pathlib.Path("/proc/stat")


def busy_and_all(stat: str) -> tuple[float, float]:
    """Seconds of all cores that were busy, and all of them, by the first line of /proc/stat."""
    ticks = [int(word) for word in stat.splitlines()[0].split()[1:9]]  # user nice system idle iowait irq softirq steal
    hertz = os.sysconf("SC_CLK_TCK")
    return (sum(ticks) - ticks[3] - ticks[4]) / hertz, sum(ticks) / hertz


def own_seconds() -> float:
    """Of this process and of those it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Neighbours:
    """Counts from where it was made."""

    def __init__(self) -> None:
        self._begin = (*busy_and_all(STAT.read_text()), own_seconds()) if STAT.exists() else None

    def share(self) -> float | None:
        """Of the cores' time, what others took; nothing where the system does not say."""
        if not self._begin:
            return None
        busy, total = busy_and_all(STAT.read_text())
        others = busy - self._begin[0] - (own_seconds() - self._begin[2])
        return max(0.0, others / max(total - self._begin[1], 1e-9))
