#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every file that names Tessera's version names the one in CMakeLists.txt.

usage: version.py ROOT
"""

import pathlib
import re
import sys

# Where else the version stands: a file, and what comes before the version there.
PLACES = {
    "CITATION.cff": r"^version: ",
    "python/pyproject.toml": r'^version = "',
    "packaging/conan/conanfile.py": r'^    version = "',
    "packaging/conda/meta.yaml": r'^{% set version = "',
    "packaging/debian/changelog": r"\Atessera \(",
    "packaging/vcpkg/vcpkg.json": r'^  "version": "',
}


def version(root):
    return re.search(r"^  VERSION (\d+\.\d+\.\d+)$", (root / "CMakeLists.txt").read_text(), re.M)[1]


def main():
    root = pathlib.Path(sys.argv[1])
    wanted, problems = version(root), []
    for name, before in PLACES.items():
        match = re.search(before + r"(\d+\.\d+\.\d+)", (root / name).read_text(), re.M)
        found = match[1] if match else "no version"
        if found != wanted:
            problems.append(f"{name} has {found}, CMakeLists.txt has {wanted}")
    print("\n".join(problems) or f"version {wanted} in {len(PLACES) + 1} files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
