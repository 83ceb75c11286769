#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the sources by which every header of lib/tessera gets compiled as if it were alone: one a line, the headers to
include with blanks between them.

usage: chains.py LIB HEADER...

A header is checked where everything that its source has included before its own text is what it includes itself,
directly or by others: it can then use nothing that it doesn't ask for. Of a chain of headers, each of which includes the
one before, one source checks all, and often others that they include. That takes a third of the sources that one a header
would.

Of an include that depends on a macro nothing is known. Who includes its header gets it, or gets it not, whatever else is
included, so that it counts for none of those; what the header itself includes further down counts as not checked there.
"""

import functools
import pathlib
import re
import sys

DIRECTIVE = re.compile(r"^\s*#\s*(include\s*<([^>]+)>|if|endif)", re.MULTILINE)


def includes(text):
    """Names of the included headers in their order, each with whether it stands outside of #if."""
    depth, found = 0, []
    for match in DIRECTIVE.finditer(text):
        if match[2]:
            found.append((match[2], depth == 0))
        else:
            depth += 1 if match[1] == "if" else -1
    return found


class Headers:
    def __init__(self, library, names):
        self.names = set(names)
        self.library = library
        for name in names:
            if "#pragma once\n" not in (library / name).read_text():
                sys.exit(f"chains.py: {name}: no #pragma once, so that it can't be included twice")

    @functools.cache
    def direct(self, name):
        path = self.library / name
        return includes(path.read_text()) if path.is_file() else []

    @functools.cache
    def own(self, name):
        """All that the header includes whatever the macros are."""
        parts = [name for name, always in self.direct(name) if always]
        return frozenset(parts).union(*map(self.own, parts))

    def checked(self, chain):
        """The headers that a source with these includes checks."""
        seen, before, found = set(), set(), set()

        def include(name):
            if name in seen:
                return
            seen.add(name)
            for part, always in self.direct(name):
                if always:
                    include(part)
                else:
                    before.add(f"perhaps {part}, by {name}")
            before.difference_update({f"perhaps {part}, by {name}" for part, _ in self.direct(name)})
            if name in self.names and before <= self.own(name):
                found.add(name)
            before.add(name)

        for name in chain:
            include(name)
        return found

    def longest(self, left):
        """A chain with most headers of `left`."""

        @functools.cache
        def ending_at(name):
            best = max(map(ending_at, sorted(self.own(name) & self.names)), default=(0, ()))
            return best[0] + (name in left), (*best[1], name)

        return max(map(ending_at, sorted(left)))[1]

    def chains(self):
        """Chains that together check all headers."""
        left, found = set(self.names), []
        while left:
            chain = self.longest(left)
            checked = self.checked(chain)
            if not checked & left:
                sys.exit(f"chains.py: {' '.join(chain)}: checks no header")
            left -= checked
            found.append(chain)
        return found


def main():
    for chain in Headers(pathlib.Path(sys.argv[1]), sys.argv[2:]).chains():
        print(*chain)


if __name__ == "__main__":
    main()
