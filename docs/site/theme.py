# SPDX-License-Identifier: Apache-2.0
"""Mends the style sheet of Debian's package of the theme Furo: it takes a file from the root of the web server, and
has no dark colours for browsers that ask for them."""

import pathlib
import re

IMPORT = re.compile(r"@import url\((?:/javascript)?(/[^)]*)\);")
DARK = re.compile(r'body\[data-theme="dark"\] \{(.*?)\}', re.S)


def _imported(match):
    file = pathlib.Path("/usr/share/javascript" + match[1])
    return file.read_text() if file.is_file() else "body { margin: 0; }"


def mended(css):
    css = IMPORT.sub(_imported, css)
    dark = DARK.search(css)
    if dark and "prefers-color-scheme" not in css:
        css += f'\n@media screen and (prefers-color-scheme: dark) {{\n  body[data-theme="auto"] {{{dark[1]}}}\n}}\n'
    return css


def mend(site):
    sheet = site / "_static/styles/furo.css"
    sheet.write_text(mended(sheet.read_text()))
