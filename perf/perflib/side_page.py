# SPDX-License-Identifier: Apache-2.0
"""A comparison of threads and GPU as one table, a chart, and the words that go with them."""
from __future__ import annotations

from typing import Any

from perflib import machine, plots
from perflib.page import Cell
from perflib.side import BEST, LOOP, Comparison, Side, title_of, unoptimized
from perflib.web import WebPage

COLOURS = ("#8a9bab", "#1f5f8b", "#d1495b")  # one thread, all threads, GPU
ROWS = (LOOP, "direct", BEST)
READING = (
    "`GCells/s`: updates of a node a second, in billions, median of five turns; one thread, all threads, GPU.",
    "`of copy`: that rate over the values that the same device copies a second, in the same run and with as many threads. A sweep of one "
    "time step that moves nothing twice has 1. Schemes that make several steps for each load may have more.",
    "`loop by hand`: what a user would first write, OpenMP with simd on the CPU and an `MDRangePolicy` on the GPU. `direct`: the library's "
    "plain scheme. `best`: the fastest of its schemes there, named in brackets.",
    "The fair ratio is `GPU to all`, in the row `best`: each device with its best code. `GPU to one` says as much "
    "about how many cores were left idle as about the GPU.",
    "`J`: joules for 1e9 updates, of the processor packages or of the GPU's board, where there is a meter.",
    "All rows start from the same values. Where it says `same bits`, the fields after the same steps are equal bit for bit on all devices.")


def head(seen: Comparison) -> list[str]:
    columns = ["GCells/s"]
    for side in seen.sides:
        columns += [side.label, "of copy"]
    columns += [name for name, _, _ in seen.ratios()]
    return columns + [f"J {side.short}" for side in metered(seen)]


def keys(seen: Comparison) -> list[str]:
    """Names of the columns where each has to be its own."""
    columns = ["problem", "row"]
    for side in seen.sides:
        columns += [f"{side.short} GCells/s", f"{side.short} of copy"]
    return columns + [name for name, _, _ in seen.ratios()] + [f"J {side.short}" for side in metered(seen)]


def metered(seen: Comparison) -> list[Side]:
    """All threads and the GPU, where they have a meter. Of one thread the package draws what idle cores draw."""
    return [side for side in (seen.all_threads, seen.gpu) if side and side.has_meter]


def row_title(seen: Comparison, stencil: str, name: str) -> str:
    if name != BEST:
        return "loop by hand" if name == LOOP else name
    best = [side.best(stencil) for side in seen.sides]
    return f"best ({', '.join(best if len(set(best)) > 1 else best[:1])})"


def rows(seen: Comparison) -> list[list[Cell]]:
    """A heading and three rows a problem; no ratios of different fields."""
    lines: list[list[Cell]] = []
    for stencil in seen.stencils:
        same = seen.same(stencil)
        sums = sorted(set().union(*(side.checksums(stencil) for side in seen.sides)))
        lines.append([f"{seen.title(stencil)}: {'same bits, checksum' if same else 'DIFFERENT FIELDS, checksums'} {', '.join(sums)}"])
        for name in ROWS:
            cells: list[Cell] = [row_title(seen, stencil, name)]
            for side in seen.sides:
                cells += [side.row(stencil, name).rate, side.of_copy(stencil, name)]
            cells += [b.row(stencil, name).rate / a.row(stencil, name).rate if same else None for _, b, a in seen.ratios()]
            lines.append(cells + [side.row(stencil, name).joules for side in metered(seen)])
    return lines


def copies(seen: Comparison) -> str:
    """What the limits are."""
    parts = []
    for side in seen.sides:
        fastest = max(side.limit(stencil).gigabytes or 0 for stencil in seen.stencils)
        parts.append(f"{side.label} {fastest:.0f} GB/s" if fastest >= 100 else f"{side.label} {fastest:.1f} GB/s")
    return f"Copies, the most that was seen: {', '.join(parts)}."


def devices(seen: Comparison) -> list[str]:
    """A line for each device, and one for energy."""
    cpu, gpu = seen.all_threads, seen.gpu
    lines = [f"CPU: {cpu.context['device']}, {machine.cores()} cores, {cpu.context['concurrency']} "
             f"{'thread' if cpu.context['concurrency'] == '1' else 'threads'} of {cpu.context['backend']}, {cpu.context['compiler']}."]
    if gpu:
        lines.append(f"GPU: {gpu.context['device']}, {gpu.context['multiprocessors']} multiprocessors, driver {gpu.context['driver']}, "
                     f"{gpu.context['compiler']}.")
    lines.append("Energy: " + "; ".join(f"{name} {side.context.get('energy', 'none')}"
                                        for name, side in (("CPU", cpu), ("GPU", gpu)) if side) + ".")
    return lines


def warnings(seen: Comparison, taken: float | None) -> list[str]:
    found = []
    if seen.size.name == "small":
        found.append("The small size shows that everything works. Its rates mean nothing.")
    if any(unoptimized(side.context) for side in seen.sides):
        found.append("A program was built with few optimizations (preset check): its rates mean nothing.")
    if taken is not None and taken > 0.1:
        found.append(f"Other programs took {100 * taken:.0f} % of this machine's core time meanwhile: rates are low and ratios uncertain.")
    different = [title_of(stencil) for stencil in seen.stencils if not seen.same(stencil)]
    if different:
        found.append(f"The devices ended with different fields of {', '.join(different)}: their rates are not compared. Please report it.")
    return found


def chart(seen: Comparison) -> Any:
    """Rates on a logarithmic axis with each device's copy as a tick; below, the shares of the copy."""
    height = 0.62 * len(seen.stencils) * len(seen.sides)
    figure, (rates, shares) = plots.pyplot.subplots(2, 1, figsize=(6, 2.4 + height), layout="constrained")
    labels, places = [], []
    place = 0.0
    for stencil in reversed(seen.stencils):
        for side, colour in reversed(list(zip(seen.sides, colours(seen)))):
            best = side.row(stencil, BEST)
            rates.plot([side.row(stencil, LOOP).rate, best.rate], [place, place], color=colour, linewidth=1.5, alpha=0.5)
            rates.plot(side.row(stencil, LOOP).rate, place, "o", color="white", markeredgecolor=colour, markersize=6)
            rates.plot(best.rate, place, "o", color=colour, markersize=8)
            rates.plot(side.limit(stencil).rate, place, "|", color="#1c2733", markersize=14, markeredgewidth=2)
            rates.annotate(f"{best.rate:.3g}", (best.rate, place), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=8)
            share = side.of_copy(stencil, BEST)
            shares.barh(place, share, color=colour, height=0.75)
            shares.annotate(f"{share:.2f}", (share, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8,
                            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})
            labels.append(f"{title_of(stencil).split(' (')[0].split(', medium')[0]}: {side.label}")
            places.append(place)
            place += 1
        place += 0.6
    rates.set_xscale("log")
    rates.margins(x=0.12, y=0.12)
    rates.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    rates.set_xlabel("billion updates a second, logarithmic\n(filled: best scheme; ring: loop by hand; line: own copy)", fontsize=9)
    shares.axvline(1, color="#444444", linewidth=1, linestyle="--")
    shares.margins(x=0.12)
    shares.set_xlabel("best scheme, of the device's own copy", fontsize=9)
    for axes in (rates, shares):
        axes.set_yticks(places, labels, fontsize=8.5)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8.5)
        axes.grid(axis="x", color="#e3e8ee", linewidth=0.6)
        axes.set_axisbelow(True)
    return figure


def colours(seen: Comparison) -> list[str]:
    return [COLOURS[2] if side is seen.gpu else COLOURS[0] if side is seen.sides[0] else COLOURS[1] for side in seen.sides]


CAPTION = "Updates a second, and what share of its own copy each device makes of them."


def title(seen: Comparison) -> str:
    if seen.gpu:
        return f"{short(seen.all_threads)} and {short(seen.gpu)}, side by side"
    return f"{short(seen.all_threads)}: one thread and all"


def short(side: Side) -> str:
    return next(iter(side.records.values())).short_device


def web_page(seen: Comparison, missing: str | None, taken: float | None, again: list[str]) -> WebPage:
    page = WebPage(title(seen))
    page.text(*devices(seen), f"Measured on {seen.all_threads.context['date'][:10]}, commit "
              f"{seen.all_threads.context['commit']}. {copies(seen)}")
    if missing:
        page.text(missing)
    if notes := warnings(seen, taken):
        page.items(notes)
    page.heading("The table")
    page.table(head(seen), rows(seen))
    if plots.available:
        page.heading("The chart")
        page.chart(chart(seen), CAPTION)
    else:
        page.text(plots.NOTE)
    page.heading("How to read it")
    page.items(READING)
    page.heading("Again")
    page.commands(again)
    return page
