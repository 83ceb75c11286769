#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes in lib/tessera go one way only.

usage: include_directions.py RULES ROOT
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# Headers directly in lib/tessera that every part may use; the umbrella header is for users.
COMMON = {"tessera/config.hpp"}


def read_rules(path):
    rules = {}
    for line in path.read_text().splitlines():
        line = line.partition("#")[0].strip()
        if line:
            part, _, allowed = line.partition(":")
            rules[part.strip()] = {part.strip(), *allowed.split()}
    return rules


def forbidden_include(header, part, rules):
    """Why `part` may not include `header`, or None."""
    if header.startswith("apps/") or "/apps/" in header:
        return "a library never includes an application"
    if not header.startswith("tessera/"):
        # A quoted include is relative to the file: it would hide where the data goes.
        return "write <tessera/...>" if header.startswith(("../", "./")) else None
    if header in COMMON:
        return None
    target = header.split("/")[1]
    if target not in rules[part]:
        return f"{part} may include {', '.join(sorted(rules[part]))}"
    return None


def violations(rules, root):
    library = root / "lib" / "tessera"
    for path in sorted(library.rglob("*")):
        if path.suffix not in {".hpp", ".cpp"} or path.parent == library:
            continue
        part = path.relative_to(library).parts[0]
        where = path.relative_to(root)
        if part not in rules:
            yield f"{where}: the rules name no part '{part}'"
            continue
        for header in INCLUDE.findall(path.read_text()):
            why = forbidden_include(header, part, rules)
            if why:
                yield f"{where}: includes <{header}>, but {why}"


def main():
    rules, root = read_rules(pathlib.Path(sys.argv[1])), pathlib.Path(sys.argv[2])
    found = list(violations(rules, root))
    print("\n".join(found) or f"includes of {len(rules)} parts follow the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
