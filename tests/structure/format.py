#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the formatting of all C++ sources.

usage: format.py CLANG_FORMAT ROOT
"""

import pathlib
import subprocess
import sys

clang_format, root = sys.argv[1], pathlib.Path(sys.argv[2])
files = [
    str(path)
    for folder in ("lib", "apps", "tests", "perf", "docs")
    for path in sorted((root / folder).rglob("*"))
    if path.suffix in {".hpp", ".cpp"}
]
result = subprocess.run([clang_format, "--dry-run", "--Werror", *files], check=False)
if result.returncode:
    print("to repair: scripts/format")
sys.exit(result.returncode)
