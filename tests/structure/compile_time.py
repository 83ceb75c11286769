#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if compiling a single source took more than a limit and more than a share of the time that all sources took.

usage: compile_time.py BUILD SECONDS SHARE

A source that takes minutes keeps one core busy at the end of every build. The times are wall-clock times of ninja's log:
the share tells a source that is too long from a machine that is slow, and the limit in seconds tells it from a source
that was compiled while a compiler cache had all others. Exits with 77 (skipped) where the build was not made by ninja.
"""

import pathlib
import sys


def seconds_of_objects(log):
    """{object: seconds}, of each object's last build"""
    seconds = {}
    for line in log.read_text().splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            if output.endswith(".o"):
                seconds[output] = (int(end) - int(start)) / 1000
    return seconds


def main():
    build, limit, share = pathlib.Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    log = build / ".ninja_log"
    if not log.exists():
        print(f"{log} is not there: the build was not made by ninja")
        return 77
    slowest = sorted(seconds_of_objects(log).items(), key=lambda item: -item[1])
    total = sum(seconds for _, seconds in slowest)
    for name, seconds in slowest[:5]:
        print(f"{seconds:6.1f} s  {100 * seconds / total:4.1f} %  {name}")
    late = [name for name, seconds in slowest if seconds > max(limit, share * total)]
    if late:
        print(
            f"{len(late)} source(s) took more than {limit:g} s and {100 * share:g} % of the {total:.0f} s of all: "
            "split them, or compile less in each"
        )
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
