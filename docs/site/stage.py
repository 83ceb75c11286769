# SPDX-License-Identifier: Apache-2.0
"""Copies the pages into the folder that Sphinx reads, with links that lead somewhere in the site."""

import os
import pathlib
import re
import shutil

import gallery
import links
import pages
import sources

IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")


def prose_spans(text):
    """Where the text is not code."""
    start = 0
    for code in re.finditer(r"^```.*?^```|`[^`\n]+`", text, re.S | re.M):
        yield start, code.start()
        start = code.end()
    yield start, len(text)


def with_site_links(root, name, text, wanted):
    """Links to what is no page of Sphinx's lead to a plain page; `wanted` collects what has to have one."""
    folder = (root / name).parent

    def replaced(match):
        link = match[1]
        path, hash_, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:") or not path:
            return match[0]
        target = pathlib.Path(os.path.normpath(folder / path))
        place = str(target.relative_to(root))
        if place == pages.FRONT:
            new = os.path.relpath(root / pages.in_site(place), folder) + hash_ + anchor
            return match[0].replace(f"]({link}", f"]({new}")
        if target.suffix in (".md", ".png", ".gif") and not pages.is_record(place):
            return match[0]
        wanted.add(place)
        # Sphinx knows no such page, so that its address is given as it is.
        words = match[0][1 : match[0].index("](")]
        return f'<a href="{os.path.relpath(root / sources.page_of(place), folder)}">{words}</a>'

    parts, last = [], 0
    prose = list(prose_spans(text))
    for match in links.LINK.finditer(text):
        # A link's words may hold code, so that its target decides whether it is one.
        if any(start <= match.start(1) and match.end(1) <= end for start, end in prose):
            parts += [text[last : match.start()], replaced(match)]
            last = match.end()
    return "".join(parts) + text[last:]


def write(folder, name, text):
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def copy(file, place):
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, place)


def stage(root, folder):
    """Fills `folder`; returns the names of files and folders that pages link to."""
    shutil.rmtree(folder, ignore_errors=True)
    names = [name for name in pages.all_pages(root) if not pages.is_record(name)]
    wanted = set()
    for name in names:
        text = with_site_links(root, name, (root / name).read_text(), wanted)
        below = pages.children(name, names)
        if below:
            text += pages.toctree(pages.in_order_of_links(text, name, below))
        if name == pages.FRONT:
            text += pages.sidebar(names)
        write(folder, pages.in_site(name), text)
    for picture in [*root.glob("docs/images/*"), ]:
        copy(picture, folder / picture.relative_to(root))
    write(folder, "gallery.md", gallery.page(root, names, wanted))
    return wanted
