# SPDX-License-Identifier: Apache-2.0
"""Links of the finished site that lead nowhere. Sphinx checks those that it makes itself, and no others."""

import html
import os
import re
import urllib.parse

LINK = re.compile(r'<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]+)"')
PLACE = re.compile(r'\bid="([^"]+)"')


def problems(site):
    texts = {page: page.read_text() for page in site.rglob("*.html")}
    places = {str(page): set(PLACE.findall(text)) for page, text in texts.items()}
    found = set()
    for page, text in texts.items():
        for link in map(html.unescape, LINK.findall(text)):
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            if re.match(r"[a-z]+:", link) or path.startswith("//"):
                continue
            target = os.path.normpath(page.parent / path.partition("?")[0]) if path else str(page)
            if not os.path.exists(target):
                found.add(f"{page.relative_to(site)}: dead link {link}")
            elif anchor and target in places and anchor not in places[target]:
                found.add(f"{page.relative_to(site)}: no place {link}")
    return sorted(found)
