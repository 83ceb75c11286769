#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the formatting of all C++ sources; names the files and the first line of each to repair.

usage: format.py CLANG_FORMAT ROOT

Other versions of clang-format than that which formatted the sources break lines elsewhere: they check nothing.
"""

import pathlib
import re
import subprocess
import sys

VERSION = "14"
SKIPPED = 77

clang_format, root = sys.argv[1], pathlib.Path(sys.argv[2])
said = subprocess.run([clang_format, "--version"], check=True, capture_output=True, text=True).stdout
version = re.search(r"version (\d+)\.", said)[1]
if version != VERSION:
    print(f"the sources are formatted by clang-format {VERSION}, and this is {version}: formatting is not checked")
    sys.exit(SKIPPED)
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
