# SPDX-License-Identifier: Apache-2.0
"""Plain pages for what the documentation links to and what is no page of it: sources, folders, and the records of
measurements. Sphinx would draw its sidebar on each of them, which takes minutes."""

import html
import os
import pathlib
import re

import markdown_it
import pages
import pygments
import pygments.formatters
import pygments.lexers

TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="{up}_static/source.css"></head>
<body><nav><a href="{up}index.html">Tessera</a> / {title}</nav>
<main>{body}</main></body>
</html>
"""
TEXT = (".cpp", ".hpp", ".in", ".toml", ".json", ".py", ".cmake", ".md", ".txt", "")


def page_of(name):
    """Where the site has a file or folder of the repository."""
    return f"source/{name}.html"


def highlighted(path):
    text = path.read_text()
    name = path.name.removesuffix(".in")
    try:
        lexer = pygments.lexers.get_lexer_for_filename(name, text)
    except pygments.util.ClassNotFound:
        lexer = pygments.lexers.get_lexer_by_name("bash" if text.startswith("#!") else "text")
    return pygments.highlight(text, lexer, pygments.formatters.HtmlFormatter())


def record(root, name, wanted):
    """A record of a measurement, which is Markdown."""
    folder = pathlib.PurePosixPath(name).parent

    def target(match):
        path, hash_, anchor = match[2].partition("#")
        place = os.path.normpath(folder / path)
        if "://" in path or not (root / place).is_file():
            return match[0]
        if place in wanted:
            place = page_of(place)
        elif place.endswith(".md"):
            place = pages.in_site(place).removesuffix(".md") + ".html"
        return f'{match[1]}="{os.path.relpath(place, folder_of_page(name))}{hash_}{anchor}"'

    text = markdown_it.MarkdownIt("commonmark").enable("table").render((root / name).read_text())
    return re.sub(r'(href|src)="([^"]+)"', target, text)


def folder_of_page(name):
    return str(pathlib.PurePosixPath(page_of(name)).parent)


def listing(root, name, wanted):
    """What lies in a folder; links lead to what has a page."""
    lines = []
    for path in sorted((root / name).iterdir()):
        child = f"{name}/{path.name}"
        link = os.path.relpath(page_of(child), folder_of_page(name))
        label = html.escape(path.name + ("/" if path.is_dir() else ""))
        shown = child in wanted or pages.is_record(child) and child.endswith(".md")
        if not path.name.startswith((".", "__")):
            lines.append(f'<li><a href="{link}">{label}</a></li>' if shown else f"<li>{label}</li>")
    return "<ul>" + "".join(lines) + "</ul>"


def with_what_lies_in(root, folders):
    """The files of folders that pages link to."""
    return {f"{name}/{path.name}" for name in folders for path in (root / name).iterdir()
            if path.is_file() and path.suffix in TEXT and not path.name.startswith(".")}


def text_pages(root, wanted):
    """Pairs of name and text: every wanted file and folder, the files in those folders, and all records."""
    folders = {name for name in wanted if (root / name).is_dir()}
    records = {name for name in pages.all_pages(root) if pages.is_record(name)}
    wanted = wanted | with_what_lies_in(root, folders) | records
    for name in sorted(wanted):
        if name in folders:
            body = listing(root, name, wanted)
        elif name in records:
            body = record(root, name, wanted)
        else:
            body = highlighted(root / name)
        up = "../" * page_of(name).count("/")
        yield page_of(name), TEMPLATE.format(title=html.escape(name), up=up, body=body)


def style():
    """The colours of the plain pages, by day and by night."""
    def colours(style):
        return pygments.formatters.HtmlFormatter(style=style).get_style_defs(".highlight")

    return (f"{PLAIN}{colours('tango')}\n.highlight {{ background: none; }}\n"
            f"@media (prefers-color-scheme: dark) {{\n{colours('native')}\n.highlight {{ background: none; }}\n}}\n")


PLAIN = """
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; font-family: system-ui, sans-serif; line-height: 1.5;
  overflow-wrap: break-word; }
nav { border-bottom: 1px solid #8886; margin-bottom: 1rem; padding-bottom: .5rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; font-size: .85rem; line-height: 1.4; }
img { max-width: 100%; background: white; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .7rem; text-align: left; font-variant-numeric: tabular-nums; }
"""
