# SPDX-License-Identifier: Apache-2.0
"""The gallery: every picture of docs/images that a page shows or links to, with the page's own words."""

import json
import os
import pathlib
import re

import links
import sources

PICTURE = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+\.(?:png|gif))\)")
CHART = "performance-"


def found(root, names):
    """Picture → (page, its words about the picture); the first page that shows it counts."""
    pictures = {}
    for name in sorted(names, key=lambda name: name.count("/")):
        for line in links.prose(root / name).splitlines():
            for shown, words, link in PICTURE.findall(line):
                place = os.path.normpath(pathlib.PurePosixPath(name).parent / link)
                if place.startswith("docs/images/") and CHART not in place:
                    pictures.setdefault(place, (name, words if shown else first_cell_but_one(line)))
    return pictures


def first_cell_but_one(row):
    """What a table says about the picture that a row links to."""
    cells = [cell.strip() for cell in row.strip().strip("|").split(" | ")]
    return re.sub(r" *\(?\[picture\][^)]*\)[^)]*\)?", "", cells[1]) if len(cells) > 1 else ""


def title(words):
    return words[:1].upper() + words[1:]


def source_of(root, picture):
    """The example that writes a picture has its name."""
    source = f"docs/examples/{pathlib.PurePosixPath(picture).stem}.cpp"
    return source if (root / source).is_file() else None


def entry(root, picture, page, words, wanted):
    where = f"[More](/{'index.md' if page == 'README.md' else page})"
    source = source_of(root, picture)
    if source:
        wanted.add(source)
        where += f', <a href="{sources.page_of(source)}">{pathlib.PurePosixPath(source).name}</a>'
    alt = json.dumps(title(re.sub(r"[`*]", "", words)), ensure_ascii=False)
    return f":::{{figure}} /{picture}\n:alt: {alt}\n\n{title(words)}. {where}.\n:::\n"


def page(root, names, wanted):
    entries = [entry(root, picture, *about, wanted) for picture, about in found(root, names).items()]
    text = "The programs and the [examples](docs/README.md) write these pictures; each page says how.\n"
    return "# Gallery\n\n" + text + "\n::::::{container} gallery\n\n" + "\n".join(entries) + "\n::::::\n"
