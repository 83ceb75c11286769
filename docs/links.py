#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Names every relative link of the project's Markdown files that leads to no file or to no heading.

usage: links.py ROOT
"""

import functools
import pathlib
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?: [^)]*)?\)")
CODE = re.compile(r"^```.*?^```", re.S | re.M)
INLINE = re.compile(r"`[^`]+`")
HEADING = re.compile(r"^#{1,6} (.*?)\s*$", re.M)
NOT_OURS = ("build", ".deps", ".git")


def pages(root):
    return sorted(page for page in root.rglob("*.md") if page.relative_to(root).parts[0] not in NOT_OURS)


def prose(page):
    """The text without its code, as many lines long."""
    return CODE.sub(lambda match: "\n" * match[0].count("\n"), page.read_text())


@functools.lru_cache(maxsize=None)
def anchors(page):
    """Those that GitHub makes of the headings."""
    found, seen = set(), {}
    for heading in HEADING.findall(prose(page)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = seen[anchor] = seen.get(anchor, -1) + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def problem(page, link):
    """What is wrong with it, or nothing."""
    if "://" in link or link.startswith("mailto:"):
        return None
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists():
        return f"dead link {link}"
    if anchor and target.suffix == ".md" and anchor not in anchors(target.resolve()):
        return f"no heading for {link}"
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems, count = [], 0
    for page in pages(root):
        text = INLINE.sub(lambda match: re.sub(r"[^`\n]", "x", match[0]), prose(page))
        for match in LINK.finditer(text):
            count += 1
            wrong = problem(page, match[1])
            if wrong:
                problems.append(f"{page.relative_to(root)}, line {text.count(chr(10), 0, match.start()) + 1}: {wrong}")
    print("\n".join(problems) or f"{count} links lead somewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
