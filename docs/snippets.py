#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the code in the documentation equal to code that is compiled.

    <!-- snippet: docs/snippets/readme.cpp program -->       in a page, followed by a fenced block
    // snippet: program ... // snippet end                   in the source (# in CMake); without a name: the whole file

usage: snippets.py (--check | --write) ROOT
    --check  names every block that differs from its source, has none, or is shown nowhere
    --write  copies the sources' text into the pages
"""

import pathlib
import re
import sys
import textwrap

BLOCK = re.compile(r"(?:<!-- snippet: (?P<file>\S+)(?: (?P<name>\w+))? -->\n+)?```(?P<kind>cpp|cmake|toml|python)\n(?P<text>.*?)```", re.S)
MARK = re.compile(r"^\s*(?://|#) snippet: (\w+)\n(.*?)^\s*(?://|#) snippet end$", re.S | re.M)


def pages(root):
    for pattern in ("*.md", "docs/**/*.md", "lib/**/*.md"):
        yield from sorted(root.glob(pattern))


def marked(source):
    return {name: textwrap.dedent(text) for name, text in MARK.findall(source.read_text())}


def wanted_text(root, match, problems, where):
    if not match["file"]:
        problems.append(f"{where}: this block comes from no compiled source")
        return match["text"]
    source = root / match["file"]
    if not source.is_file():
        problems.append(f"{where}: no file {match['file']}")
        return match["text"]
    if not match["name"]:
        return re.sub(r"\A(?:(?://|#) SPDX.*\n)", "", source.read_text()).lstrip("\n")
    text = marked(source).get(match["name"])
    if text is None:
        problems.append(f"{where}: {match['file']} marks no '{match['name']}'")
    return match["text"] if text is None else text


def treat(root, page, write, problems, shown):
    text = page.read_text()

    def replace(match):
        where = f"{page.relative_to(root)}, line {text[:match.start()].count(chr(10)) + 1}"
        wanted = wanted_text(root, match, problems, where)
        shown.add((match["file"], match["name"]))
        if wanted != match["text"] and not write:
            problems.append(f"{where}: differs from {match['file']} (to repair: docs/snippets.py --write .)")
        start = match.start("text") - match.start()
        return match[0][:start] + wanted + "```"

    new = BLOCK.sub(replace, text)
    if write and new != text:
        page.write_text(new)


def main():
    write, root = sys.argv[1] == "--write", pathlib.Path(sys.argv[2])
    problems, shown, count = [], set(), 0
    for page in pages(root):
        treat(root, page, write, problems, shown)
        count += 1
    sources = (root / "docs" / "snippets").glob("**/*.*")
    for source in sorted(source for source in sources if source.suffix in (".cpp", ".hpp", ".py")):
        for name in marked(source):
            if (str(source.relative_to(root)), name) not in shown:
                problems.append(f"{source.relative_to(root)}: '{name}' is shown on no page")
    print("\n".join(problems) or f"{len(shown)} blocks on {count} pages are compiled code")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
