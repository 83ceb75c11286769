#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the formatting of all C++ sources; names the files and the first line of each to repair.

usage: format.py CLANG_FORMAT ROOT
"""

import pathlib
import subprocess
import sys

clang_format, root = sys.argv[1], pathlib.Path(sys.argv[2])
files = [
    str(path.relative_to(root))
    for folder in ("lib", "apps", "tests", "perf", "docs")
    for path in sorted((root / folder).rglob("*"))
    if path.suffix in {".hpp", ".cpp"}
]
check = [clang_format, "--dry-run", "--Werror", "--ferror-limit=1", *files]
result = subprocess.run(check, cwd=root, check=False, capture_output=True, text=True)
if result.returncode:
    print(*sorted({line for line in result.stderr.splitlines() if ": error: " in line}), sep="\n")
    print("to repair: scripts/format")
sys.exit(result.returncode)
