#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if a source takes longer to compile than a limit times another one, in seconds of a processor.

usage: compile_ratio.py BUILD REFERENCE SOURCE RATIO

Both are compiled with the flags that the build has for REFERENCE, but without optimisation: that shows what is instantiated,
and takes seconds. The ratio does not depend on the machine, and seconds of a processor hardly on what else it does. Exits with
77 (skipped) where the build has no compile_commands.json, or none for REFERENCE.
"""

import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys

WITH_VALUE = {"-o", "-c", "-include", "-MF", "-MT", "-MQ"}  # options whose next word goes with them
ALONE = {"-MD", "-MMD", "-Winvalid-pch"}


def command_of(build, reference):
    """The words that compile the reference, without source and outputs; none if the build does not know it."""
    commands = build / "compile_commands.json"
    if not commands.exists():
        return []
    for entry in json.loads(commands.read_text()):
        if pathlib.Path(entry["file"]) != reference:
            continue
        words, skip = [], False
        for word in shlex.split(entry["command"]):
            if not skip and word not in WITH_VALUE | ALONE and not word.startswith("-O"):
                words.append(word)
            skip = not skip and word in WITH_VALUE
        return words
    return []


def seconds_of(command, build, source):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "-O0", "-c", str(source), "-o", os.devnull], cwd=build, check=True,
                   env={**os.environ, "CCACHE_DISABLE": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def main():
    build, reference, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    limit = float(sys.argv[4])
    command = command_of(build, reference)
    if not command:
        print(f"{build} has no command that compiles {reference}")
        return 77
    seconds = {path: seconds_of(command, build, path) for path in (reference, source)}
    for path, taken in seconds.items():
        print(f"{taken:6.1f} s  {path.name}")
    ratio = seconds[source] / seconds[reference]
    print(f"{ratio:6.2f} times as long, at most {limit:g}")
    return 1 if ratio > limit else 0


if __name__ == "__main__":
    sys.exit(main())
