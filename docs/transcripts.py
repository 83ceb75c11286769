#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands that a page shows with what they print, and compares.

    $ build/openmp/bin/tessera-heat --initial sine      an indented line of the page: a command of this build
    tessera-heat: 33 x 33 nodes, 1000 steps of ...      below it what it prints: these lines, in this order; others may stand
                                                        between them, and ... stands for anything

A command may go on after a backslash.

usage: transcripts.py PAGE FOLDER      FOLDER holds the programs; exit code 77 if one that the page wants was not built
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PROMPT, PROGRAMS = "    $ ", "build/openmp/bin/"


def commands(text):
    """Command → the lines that it prints, in the order of the page."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith(PROMPT):
            found.append((line[len(PROMPT):], []))
        elif line.startswith("    ") and found and found[-1] is not None:
            found[-1][1].append(line[4:].strip())
        elif found:
            found.append(None)
    return [one for one in found if one]


def pattern(line):
    return re.compile(r".*?".join(re.escape(part) for part in line.split("...")) + r"\Z")


def differences(expected, printed):
    """The first line that is not there, or nothing."""
    left = iter(line.strip() for line in printed)
    for line in expected:
        if not any(pattern(line).match(other) for other in left):
            return [f"not printed, or not in this order: {line}"]
    return []


def run(command, programs, folder):
    words = shlex.split(command)
    if not words[0].startswith(PROGRAMS):
        sys.exit(f"{command}: not of {PROGRAMS}")
    program = programs / words[0].removeprefix(PROGRAMS)
    if not program.exists():
        print(f"{program} was not built")
        sys.exit(77)
    done = subprocess.run([program, *words[1:]], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout.splitlines()


def main():
    page, programs = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    shown = commands(page.read_text())
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for command, expected in shown:
            printed = run(command, programs, folder)
            problems = differences(expected, printed) if expected else ["the page does not show what it prints"]
            if problems:
                wrong += 1
                print("\n".join([command, *problems, "it printed:", *printed]))
    print(f"{len(shown) - wrong} of {len(shown)} commands print what {page.name} shows")
    return 1 if wrong or not shown else 0


if __name__ == "__main__":
    sys.exit(main())
