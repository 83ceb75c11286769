# SPDX-License-Identifier: Apache-2.0
"""Paper 000, GPU08: what several time steps for each load of a tile should bring, and what they do."""
from __future__ import annotations

import re

from perflib import plots
from perflib.models import flops_per_access
from perflib.page import Page
from perflib.published import published
from perflib.records import Row
from perflib.setting import Setting

PAPER = published("000")
SIDE, FLOPS = PAPER["tile"], PAPER["flops_per_point"]


def tile_of(row: Row) -> list[int]:
    """The two sides of the tile that the scheme took, halo included."""
    return [int(side) for side in re.findall(r"\d+", row.note.partition("tile ")[2].partition(",")[0])]


def by_steps(rows: dict[str, Row], prefix: str) -> dict[int, Row]:
    """Fused steps -> row, of the rows temporal<prefix>/fused:s."""
    found = {}
    for name, row in rows.items():
        match = re.fullmatch(rf"temporal{prefix}/fused:(\d+)", name)
        if match:
            found[int(match.group(1))] = row
    return found


def series(rows: dict[int, Row]) -> list[dict]:
    """Model and measurement for each number of fused steps, both as speed-up over one step of the same scheme."""
    first, one = rows[1], flops_per_access(1, tile_of(rows[1]), FLOPS)
    return [{"s": s, "tile": " x ".join(map(str, tile_of(row))), "f": flops_per_access(s, tile_of(row), FLOPS),
             "model": flops_per_access(s, tile_of(row), FLOPS) / one, "rate": row.median("GCells/s"),
             "measured": row.median("GCells/s") / first.median("GCells/s"), "of_copy": row.median("of_copy")}
            for s, row in sorted(rows.items())]


def add_table(page: Page, key: str, caption: str, lines: list[dict]) -> None:
    head = ["s", "tile", "f(s)", "f(s) / f(1)", "GCells/s, here", "speed-up over s = 1, here", "of copy"]
    page.table(key, caption, head, [[line["s"], line["tile"], line["f"], line["model"], line["rate"], line["measured"],
                                     line["of_copy"]] for line in lines])


def draw(page: Page, context: dict, small: list[dict], large: list[dict]) -> None:
    figure, (left, right) = plots.figure(columns=2)
    curve = [s / 10 for s in range(10, 151)]
    left.plot(curve, [flops_per_access(s, [SIDE, SIDE], FLOPS) for s in curve])
    left.plot([PAPER["best_steps"]], [PAPER["values_of_the_formula"][str(PAPER["best_steps"])]], "o")
    left.set(xlabel="s", ylabel="f(s), flops an access", title=f"the model, a = {FLOPS}, p = {SIDE}, D = 2")
    for label, lines, colour in ((f"{SIDE} x {SIDE}", small, "C0"), ("library's tile", large, "C1")):
        right.plot([line["s"] for line in lines], [line["model"] for line in lines], "--", color=colour, label=f"model, {label}")
        right.plot([line["s"] for line in lines], [line["measured"] for line in lines], "o-", color=colour,
                   label=f"measured, {label}")
    right.set(xlabel="s", ylabel="speed-up over s = 1", title=f"{context['device']}, {context['backend']}, float", yscale="log")
    right.legend()
    page.plot("steps", figure, "Left: the published model. Right: its ratios and the measured ones.")


def run(setting: Setting) -> Page:
    page = Page("000", "Several time steps for each load of a tile: the model f(s) against measured rates")
    steps = (1, 4, 6) if setting.quick else (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
    few = ["--size", "200", "--updates", "1e5", "--repetitions", "3"] if setting.quick else ["--size", "4096", "--updates", "1e8"]
    common = ["--stencil", "heat2d", "--types", "float", "--schemes", "temporal", "--no-serial", *few,
              "--energy-seconds", "0", "--fused", ",".join(map(str, steps))]
    context, of_paper = setting.build.bench(*common, "--tiles", f"{SIDE}x{SIDE}")
    _, of_library = setting.build.bench(*common)
    setting.introduce(page, PAPER, context)
    page.text(f"f(s) = a s (p - 2 s)^D / (p^D + (p - 2 s)^D) flops for each memory access, a = {FLOPS}; for p = {SIDE}, D = 2 it is "
              f"largest at s = {PAPER['best_steps']}. The model counts memory accesses alone: its ratios hold where memory is the "
              "limit, and no instruction, barrier or recomputed node costs anything.")
    small = series(by_steps(next(iter(of_paper.values())), f"/tile:{SIDE}x{SIDE}"))
    large = series(by_steps(next(iter(of_library.values())), ""))
    add_table(page, "published_tile", f"The published tile, {SIDE} x {SIDE}", small)
    known = PAPER["values_of_the_formula"].items()
    page.table("formula", "The formula's published curve", ["s", "published f(s)", "computed f(s)"],
               [[int(s), f"{value:.2f}", f"{flops_per_access(int(s), [SIDE, SIDE], FLOPS):.2f}"] for s, value in known])
    add_table(page, "library_tile", "The library's own tile", large)
    best = {name: max(lines, key=lambda line: line["rate"])["s"] for name, lines in (("small", small), ("large", large))}
    page.text(f"Best s, measured: {best['small']} with the published tile, {best['large']} with the library's own "
              f"(of those tried). Published model: {PAPER['best_steps']}.")
    if plots.available:
        draw(page, context, small, large)
    return page
