#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the headers of lib/tessera that include a header of Kokkos, themselves or by others.

usage: reaches.py LIB
"""

import functools
import pathlib
import re
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)


def main():
    library = pathlib.Path(sys.argv[1])

    @functools.cache
    def reaches(header):
        if header.startswith("Kokkos_"):
            return True
        path = library / header
        return path.is_file() and any(map(reaches, INCLUDE.findall(path.read_text())))

    headers = sorted(str(path.relative_to(library)) for path in (library / "tessera").rglob("*.hpp"))
    print(";".join(filter(reaches, headers)), end="")


if __name__ == "__main__":
    main()
