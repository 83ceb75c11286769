#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if compiling a single source took longer than a limit, as ninja's log of the build says.

usage: compile_time.py BUILD SECONDS

A source that takes minutes keeps one core busy at the end of every build. The limit is several times what the slowest
source takes on an idle machine, since a log holds wall-clock times of whatever else the machine was doing. Exits with 77
(skipped) where the build was not made by ninja.
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
    build, limit = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    log = build / ".ninja_log"
    if not log.exists():
        print(f"{log} is not there: the build was not made by ninja")
        return 77
    slowest = sorted(seconds_of_objects(log).items(), key=lambda item: -item[1])
    for name, seconds in slowest[:5]:
        print(f"{seconds:6.1f} s  {name}")
    late = [name for name, seconds in slowest if seconds > limit]
    if late:
        print(f"{len(late)} source(s) took more than {limit:g} s: split them, or compile less in each")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
