#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs an example in every scheme: each has to write its picture, and all have to print the same checksum.

usage: same_bits.py PROGRAM [ARGUMENT...]      (called as PROGRAM SCHEME ARGUMENT... FILE.png)
"""

import pathlib
import re
import subprocess
import sys

program, arguments = pathlib.Path(sys.argv[1]), sys.argv[2:]
checksums = {}
for scheme in ("direct", "tiled", "temporal"):
    picture = pathlib.Path(f"{program.name}-{scheme}.png")
    picture.unlink(missing_ok=True)
    command = [str(program), scheme, *arguments, str(picture)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    print(f"{scheme}: {output}", end="")
    checksums[scheme] = re.search(r"checksum ([0-9a-f]{16})", output).group(1)
    if picture.read_bytes()[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{picture} is no PNG")

if len(set(checksums.values())) != 1:
    sys.exit(f"the schemes differ: {checksums}")
if subprocess.run([str(program), "nonsense"], check=False, capture_output=True).returncode != 1:
    sys.exit("an unknown scheme was accepted")
