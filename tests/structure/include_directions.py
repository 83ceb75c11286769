#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes in lib/tessera go one way only, and that CUDA's own words stand in core alone.

usage: include_directions.py RULES ROOT

RULES is a folder of text files. `tessera.txt` holds the rules of the parts of lib/tessera; `tessera.scheme.detail.txt`
those of the folders of lib/tessera/scheme/detail, and so on. A line `part: others` says what a part may include besides
itself. Files that lie beside the parts, not in one of them, may include any.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# Headers directly in lib/tessera that every part may use; the umbrella header is for users.
COMMON = {"tessera/config.hpp"}
CUDA_WORD = re.compile(r"\b(__CUDA\w*|__shfl\w*|__sync\w*|__ldg|cuda::\w+|asm volatile|threadIdx|blockIdx|cuda_device_prop)\b")
CUDA_PLACE = "core"


def read_rules(path):
    """{part: parts that it may include} of one file."""
    rules = {}
    for line in path.read_text().splitlines():
        line = line.partition("#")[0].strip()
        if line:
            part, _, allowed = line.partition(":")
            rules[part.strip()] = {part.strip(), *allowed.split()}
    return rules


def read_levels(folder):
    """{folder below lib: its rules}"""
    return {path.stem.replace(".", "/"): read_rules(path) for path in sorted(folder.glob("*.txt"))}


def part_of(level, path):
    """The part of the level in which a path below lib lies; None outside the level, "" beside its parts."""
    if not path.startswith(level + "/"):
        return None
    return path[len(level) + 1 :].rpartition("/")[0].partition("/")[0]


def forbidden_include(header, path, level, rules):
    """Why the file `path` may not include `header` by the rules of a level, or None."""
    part, target = part_of(level, path), part_of(level, header)
    if not part or target is None or header in COMMON:
        return None
    if target not in rules[part]:
        return f"{part} may include {', '.join(sorted(rules[part]))}"
    return None


def wrong_anywhere(header):
    """Why no file of the library may include `header`, or None."""
    if header.startswith("apps/") or "/apps/" in header:
        return "a library never includes an application"
    if header.startswith(("../", "./")):
        return "write <tessera/...>"  # A quoted include is relative to the file: it would hide where the data goes.
    return None


def wrong_in(path, text, levels):
    for level, rules in levels.items():
        part = part_of(level, path)
        if part and part not in rules:
            yield f"the rules of {level} name no part '{part}'"
            return
    for header in INCLUDE.findall(text):
        why = wrong_anywhere(header) or next(
            filter(None, (forbidden_include(header, path, level, rules) for level, rules in levels.items())), None
        )
        if why:
            yield f"includes <{header}>, but {why}"
    if part_of("tessera", path) != CUDA_PLACE:
        for word in sorted(set(CUDA_WORD.findall(text))):
            yield f"says {word}, which belongs to {CUDA_PLACE}"


def violations(levels, root):
    library = root / "lib"
    for file in sorted(library.rglob("*")):
        path = file.relative_to(library).as_posix()
        if file.suffix in {".hpp", ".cpp"} and part_of("tessera", path):
            for what in wrong_in(path, file.read_text(), levels):
                yield f"lib/{path}: {what}"


def main():
    levels, root = read_levels(pathlib.Path(sys.argv[1])), pathlib.Path(sys.argv[2])
    found = list(violations(levels, root))
    print("\n".join(found) or f"includes of {sum(map(len, levels.values()))} parts follow the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
