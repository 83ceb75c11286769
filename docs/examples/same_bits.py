#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example in every scheme: each has to write its picture, and all have to print the same checksum.

usage: same_bits.py PROGRAM [ARGUMENT...]      (called as PROGRAM SCHEME ARGUMENT... FILE.png)

The names of the schemes come from the refusal of one that there is not. A scheme that can't step the example has to say
which to take in its place.
"""

import pathlib
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)


program, arguments = pathlib.Path(sys.argv[1]), sys.argv[2:]
unknown = run(program, "nonsense")
names = re.search(r"scheme 'nonsense' is unknown \(give one of ([^)]*)\)", unknown.stderr)
if unknown.returncode != 1 or not names:
    sys.exit(f"an unknown scheme was not refused: {unknown.stderr}")

checksums = {}
for scheme in names.group(1).split(", "):
    picture = pathlib.Path(f"{program.name}-{scheme}.png")
    picture.unlink(missing_ok=True)
    outcome = run(program, scheme, *arguments, picture)
    print(f"{scheme}: {outcome.stdout}{outcome.stderr}", end="")
    if outcome.returncode == 1 and re.search(r"[ (]take [a-z]", outcome.stderr):
        continue
    if outcome.returncode != 0:
        sys.exit(f"{scheme} failed")
    checksums[scheme] = re.search(r"checksum ([0-9a-f]{16})", outcome.stdout).group(1)
    if picture.read_bytes()[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{picture} is no PNG")

if len(checksums) < 3 or len(set(checksums.values())) != 1:
    sys.exit(f"the schemes differ: {checksums}")
