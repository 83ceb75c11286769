#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site from the pages, the public headers and the pictures. Every warning is an error.

usage: build.py [--no-sidebar] FOLDER

The site is FOLDER/html/index.html. Without the sidebar, whose links Sphinx checks itself, it takes a third less time.
"""

import os
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent)]
import api  # noqa: E402
import dead_links  # noqa: E402
import docstrings  # noqa: E402
import sources  # noqa: E402
import stage  # noqa: E402
import theme  # noqa: E402

root = here.parents[1]


# Sphinx can't read a lambda or a requires-expression as a variable's value. Which file to include says the page.
LEFT_OUT = re.compile(r"<initializer>\s*=?\s*(?:requires|\[).*?</initializer>|<includes [^\n]*</includes>", re.S)


def simplify(xml):
    for path in xml.glob("*.xml"):
        text = path.read_text()
        if LEFT_OUT.search(text):
            path.write_text(LEFT_OUT.sub("", text))


def main():
    folder = pathlib.Path(sys.argv[-1]).resolve()
    doxygen = folder / "doxygen"
    doxygen.mkdir(parents=True, exist_ok=True)
    sidebar = "no" if "--no-sidebar" in sys.argv else "yes"
    os.environ.update(TESSERA_ROOT=str(root), TESSERA_DOXYGEN_OUTPUT=str(doxygen), TESSERA_SIDEBAR=sidebar)
    subprocess.run(["doxygen", here / "Doxyfile"], check=True)
    problems = docstrings.problems((doxygen / "warnings.txt").read_text())
    if problems:
        print("\n".join(problems))
        return 1

    simplify(doxygen / "xml")

    staged, site = folder / "source", folder / "html"
    wanted = stage.stage(root, staged)
    for name, text in api.pages(root, wanted):
        stage.write(staged, name, text)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", here]
    built = subprocess.run([*command, "-d", folder / "doctrees", "-b", "html", staged, site])
    for name, text in sources.text_pages(root, wanted):
        stage.write(site, name, text)
    theme.mend(site)
    stage.write(site, "_static/source.css", sources.style())
    for picture in root.glob("perf/results/**/*.png"):
        stage.copy(picture, site / picture.relative_to(root))
    dead = dead_links.problems(site)
    print("".join(line + "\n" for line in dead), end="")
    if built.returncode == 0 and not dead:
        print(f"{len(list(site.rglob('*.html')))} pages: {site / 'index.html'}")
    return built.returncode or (1 if dead else 0)


if __name__ == "__main__":
    sys.exit(main())
