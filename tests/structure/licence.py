#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source starts with exactly the licence line of its language; names the files that do not.

usage: licence.py ROOT

Sources are the files that git tracks, or in an unpacked archive, without git, all files. A line that another tool has
mangled is found too: `#SPDX - License` is what clang-format makes of a CMakeLists.txt.
"""

import pathlib
import subprocess
import sys

# REUSE-IgnoreStart
LINE = "SPDX-License-Identifier: Apache-2.0"
# REUSE-IgnoreEnd
SLASHES = (".hpp", ".cpp", ".hpp.in", ".cpp.in")
HASHES = (".py", ".sh", ".cmake", ".cmake.in", ".toml", ".yml", ".yaml", "CMakeLists.txt", ".clang-format")
GENERATED = {"build", ".deps", ".git", "__pycache__"}


def files(root):
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=False, capture_output=True, text=True)
    if tracked.returncode == 0 and tracked.stdout:
        # One that is gone from the working tree will be gone from the next commit.
        return sorted(path for name in tracked.stdout.split("\0") if name and (path := root / name).is_file())
    return sorted(
        path
        for path in root.rglob("*")
        if path.is_file() and not GENERATED & set(path.relative_to(root).parts)
    )


def expected(path, lines):
    """The lines that may open this file; None for files that carry no licence (pages, pictures, records)."""
    if path.name.endswith(SLASHES):
        return lines[:1], f"// {LINE}"
    if path.name.endswith(HASHES) or lines[0].startswith("#!"):
        # Below #!, if there is one.
        return lines[1:2] if lines[0].startswith("#!") else lines[:1], f"# {LINE}"
    return None


def violations(root):
    for path in files(root):
        with path.open(errors="replace") as text:
            lines = [text.readline().rstrip("\n") for _ in range(2)]
        wanted = expected(path, lines)
        if wanted and wanted[0] != [wanted[1]]:
            yield f"{path.relative_to(root)}: starts with '{lines[0]}', not '{wanted[1]}'"


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every source names its licence")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
