# SPDX-License-Identifier: Apache-2.0
"""A page of results: Markdown, the same numbers as JSON, plots as PNG."""
from __future__ import annotations

import datetime
import json
import pathlib
import shlex
import sys
from typing import Any, Sequence

Cell = str | float | int | None


def number(value: Cell, digits: int = 3) -> str:
    """For a table: three digits that count; a dash for what is not there."""
    if value is None:
        return "-"
    if isinstance(value, (str, int)):
        return str(value)
    if value != 0 and (abs(value) >= 1e5 or abs(value) < 1e-3):
        return f"{value:.{digits - 1}e}"
    text = f"{value:.{digits}g}"
    return f"{value:.0f}" if "e" in text else text


def aligned(head: Sequence[str], rows: Sequence[Sequence[Cell]], indent: str = "  ") -> str:
    """A table for a terminal: the first column to the left, numbers to the right. A row of one cell stands above those that follow."""
    cells = [[number(cell) for cell in row] for row in rows]
    full = [list(head), *(row for row in cells if len(row) > 1)]
    widths = [max(len(row[column]) for row in full) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        if len(row) == 1:
            return f"\n{row[0]}"
        return indent + "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()

    return "\n".join(line(row) for row in [list(head), *cells]) + "\n"


def by_rows(content: dict[str, Any]) -> str:
    """As JSON, a line for each row of a table."""
    def lines(value: Any, indent: str) -> str:
        inside = indent + " "
        if isinstance(value, dict) and value and any(isinstance(one, (dict, list)) for one in value.values()):
            return "{\n" + ",\n".join(f"{inside}{json.dumps(key)}: {lines(one, inside)}" for key, one in value.items()) + f"\n{indent}}}"
        if isinstance(value, list) and value:
            return "[\n" + ",\n".join(inside + json.dumps(one) for one in value) + f"\n{indent}]"
        return json.dumps(value)
    return lines(content, "")


class Page:
    """Collects text, tables and plots in order, and writes <stem>.md, <stem>.json and <stem>-<plot>.png."""

    def __init__(self, stem: str, title: str) -> None:
        self.stem = stem
        self.tables: dict[str, list[dict[str, Cell]]] = {}
        self.facts: dict[str, Any] = {}
        self._lines = [f"# {title}", ""]
        self._plots: list[tuple[str, Any]] = []

    def command(self) -> None:
        """The day and the command that made the page, in its text and its JSON."""
        command = f"perf/{pathlib.Path(sys.argv[0]).name} {shlex.join(sys.argv[1:])}".strip()
        self.facts.update({"date": datetime.date.today().isoformat(), "command": command})
        self.text(f"{self.facts['date']}, `{command}`.")

    def text(self, *paragraphs: str) -> None:
        for paragraph in paragraphs:
            self._lines += [paragraph, ""]

    def preface(self, paragraph: str) -> None:
        """Right below the title."""
        self._lines[2:2] = [paragraph, ""]

    def add_neighbours(self, share: float | None) -> None:
        """What other programs took meanwhile: rates are worth less the more that is."""
        self.facts["taken_by_others"] = share
        if share is not None:
            uncertain = ": **rates are low and ratios uncertain**" if share > 0.1 else ""
            self.preface(f"Other programs took {100 * share:.0f} % of this machine's core time meanwhile{uncertain}.")

    def table(self, key: str, caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]], names: Sequence[str] | None = None) -> None:
        """`key` names the table in the JSON, `names` its columns there, where they are not those of the page."""
        self._lines += [f"## {caption}", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        self._lines += ["| " + " | ".join(number(cell) for cell in row) + " |" for row in rows]
        self._lines.append("")
        self.tables[key] = [dict(zip(names or head, row)) for row in rows]

    def plot(self, name: str, figure: Any, caption: str) -> None:
        """A matplotlib figure."""
        self._plots.append((name, figure))
        self._lines += [f"![{caption}]({self.stem}-{name}.png)", "", caption, ""]

    def markdown(self) -> str:
        return "\n".join(self._lines).rstrip() + "\n"

    @property
    def plot_count(self) -> int:
        return len(self._plots)

    def write(self, folder: pathlib.Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.stem}.md").write_text(self.markdown())
        content = {**self.facts, "tables": self.tables}
        (folder / f"{self.stem}.json").write_text(by_rows(content) + "\n")
        for name, figure in self._plots:
            figure.savefig(folder / f"{self.stem}-{name}.png", dpi=100)
