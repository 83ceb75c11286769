# SPDX-License-Identifier: Apache-2.0
"""A page of results as one HTML file that needs no other: charts and pictures lie inside it."""
from __future__ import annotations

import base64
import html
import io
import pathlib
import re
from typing import Any, Sequence

from perflib.page import Cell, number

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff; margin: 0 auto; padding: 1rem; max-width: 62rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .6rem 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .4rem; border-bottom: 1px solid #d9e0e7; padding-bottom: .2rem; }
p, ul { max-width: 46rem; }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: #f1f4f7; border-radius: 4px; }
code { padding: .1em .3em; overflow-wrap: anywhere; }
pre { padding: .7rem; overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #e6ebf0; }
th { border-bottom: 2px solid #9fb0bf; font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
td { white-space: nowrap; }
tr.group td { font-weight: 600; text-align: left; background: #f6f8fa; }
figure { margin: 1rem 0; }
figure svg, figure img { max-width: 100%; height: auto; display: block; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(45%, 19rem), 1fr)); gap: 1rem; }
.pictures figure { margin: 0; }
.pictures img { width: 100%; image-rendering: auto; border: 1px solid #d9e0e7; box-sizing: border-box; }
figcaption { font-size: .9rem; color: #46586a; margin-top: .3rem; }
"""


def inline(text: str) -> str:
    """Plain text as HTML; what stands between backticks is code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))


def svg_of(figure: Any) -> str:
    """A matplotlib figure, as wide as the page lets it be."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    svg = out.getvalue()
    return svg[svg.index("<svg"):]


class WebPage:
    """Collects headings, text, tables, charts and pictures in order."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._parts = [f"<h1>{inline(title)}</h1>"]

    def heading(self, text: str) -> None:
        self._parts.append(f"<h2>{inline(text)}</h2>")

    def text(self, *paragraphs: str) -> None:
        self._parts += [f"<p>{inline(paragraph)}</p>" for paragraph in paragraphs]

    def items(self, lines: Sequence[str]) -> None:
        self._parts.append("<ul>" + "".join(f"<li>{inline(line)}</li>" for line in lines) + "</ul>")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """A row of one cell is a heading within the table."""
        lines = ["<tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in head) + "</tr>"]
        for row in rows:
            if len(row) == 1:
                lines.append(f'<tr class="group"><td colspan="{len(head)}">{inline(number(row[0]))}</td></tr>')
            else:
                lines.append("<tr>" + "".join(f"<td>{inline(number(cell))}</td>" for cell in row) + "</tr>")
        self._parts.append('<div class="wide"><table>' + "\n".join(lines) + "</table></div>")

    def commands(self, lines: Sequence[str]) -> None:
        self._parts.append("<pre><code>" + html.escape("\n".join(lines), quote=False) + "</code></pre>")

    def chart(self, figure: Any, caption: str) -> None:
        """A matplotlib figure."""
        self._parts.append(f"<figure>{svg_of(figure)}<figcaption>{inline(caption)}</figcaption></figure>")

    def pictures(self, found: Sequence[tuple[pathlib.Path, str]]) -> None:
        """PNG files and what they show, side by side where there is room."""
        def one(path: pathlib.Path, caption: str) -> str:
            data = base64.b64encode(path.read_bytes()).decode()
            return (f'<figure><img alt="{html.escape(caption)}" src="data:image/png;base64,{data}">'
                    f"<figcaption>{inline(caption)}</figcaption></figure>")

        self._parts.append('<div class="pictures">' + "\n".join(one(*pair) for pair in found) + "</div>")

    def html(self) -> str:
        return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                '<meta name="viewport" content="width=device-width, initial-scale=1">'
                f"<title>{html.escape(self.title)}</title><style>{STYLE}</style></head>\n<body>\n"
                + "\n".join(self._parts) + "\n</body></html>\n")

    def write(self, path: pathlib.Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.html())
