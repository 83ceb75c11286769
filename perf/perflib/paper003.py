# SPDX-License-Identifier: Apache-2.0
"""Paper 003, CUDA Fortran, Part 1: errors, time and bandwidth of the derivatives of order 8 along x, y, z."""
from __future__ import annotations

from perflib import plots
from perflib.errors import RunFailure
from perflib.page import Page
from perflib.published import published
from perflib.setting import Setting

PAPER = published("003")
CONTIGUOUS = "z"  # of the application's fields, as x is of the paper's


def measure(setting: Setting, axis: str, pencils: int) -> dict:
    """One derivative of the published problem; its record, and milliseconds an evaluation."""
    times = "5" if setting.quick else "2000"
    record = setting.build.app("derivative", "--published", "--axis", axis, "--pencils", str(pencils), "--steps", times)
    return {**record, "axis": axis, "pencils": pencils, "milliseconds": record["time_s"] / record["steps"] * 1e3}


def published_rate() -> float:
    """Of the published time, in 1e9 bytes a second as ours is."""
    return 8 * PAPER["nodes"] ** 3 / PAPER["x"]["milliseconds"] * 1e-6


def listing(record: dict) -> list:
    axis = record["axis"] + (", contiguous" if record["axis"] == CONTIGUOUS else "")
    return [axis, record["pencils"] or "default", f"{record['rms_error']:.4e}", f"{record['max_error']:.4e}",
            f"{record['milliseconds']:.4e}", record["effective_gb_per_s"], record["fraction_of_copy"]]


def draw(page: Page, context: dict, runs: list[dict]) -> None:
    figure, axes = plots.figure(width=7)
    labels = ["default" if p == 0 else str(p) for p in dict.fromkeys(r["pencils"] for r in runs)]
    for number, axis in enumerate("xyz"):
        rates = [r["effective_gb_per_s"] for r in runs if r["axis"] == axis]
        axes.bar([i + 0.27 * number for i in range(len(rates))], rates, 0.27, label=f"d/d{axis}, here")
    axes.axhline(published_rate(), color="black", linestyle="--", label=f"d/dx, {PAPER['device']}")
    axes.set_xticks([i + 0.27 for i in range(len(labels))], labels)
    axes.set(xlabel="pencils", ylabel="GB/s", title=f"{context['device']}, {context['backend']}, {PAPER['nodes']}^3, float")
    axes.set_ylim(top=1.3 * axes.get_ylim()[1])  # room for the legend
    axes.legend(ncols=2)
    page.plot("bandwidth", figure, "Bandwidth by axis and pencils.")


def run(setting: Setting) -> Page:
    page = Page("003", "Derivatives of order 8 along x, y, z: errors and bandwidth")
    context = setting.build.context()
    setting.introduce(page, PAPER, context)
    runs = [measure(setting, axis, pencils) for axis in "xyz" for pencils in ((0,) if setting.quick else (0, 1, 2, 4, 8, 16, 32))]
    own = [record for record in runs if record["pencils"] == 0]
    x = PAPER["x"]
    page.text(f"f = cos(2 pi x) on {PAPER['nodes']}^3 nodes in float, the end point repeated; 8 bytes a node count as moved. "
              "The contiguous axis is x in the paper and z here (the last index is fastest). The paper gives the other two in a "
              "second part, which is not among the sources.")
    page.text(f"The published {x['gb_per_s']:.2f} GB/s count 2^30 bytes: 8 x {PAPER['nodes']}^3 bytes in the published time are "
              f"{published_rate():.2f} times 10^9 a second, which is what stands in the table.")
    line = [f"x, contiguous, published ({PAPER['device']}, tile {x['tile']})", 4, f"{x['rms_error']:.4e}", f"{x['max_error']:.4e}",
            f"{x['milliseconds']:.4e}", published_rate(), None]
    head = ["derivative along", "pencils", "RMS error", "MAX error", "ms", "GB/s", "of a large copy"]
    page.table("listing", "The listing", head, [line, *map(listing, own)])
    like = next(record for record in own if record["axis"] == CONTIGUOUS)
    page.text(f"RMS error over the published one: {like['rms_error'] / x['rms_error']:.3f}; MAX: "
              f"{like['max_error'] / x['max_error']:.3f}; bandwidth: {like['effective_gb_per_s'] / published_rate():.2f} "
              "(rounding of the phase decides the errors, see docs/derivatives.md).")
    if not setting.quick:
        page.table("pencils", "By pencils: lines that a team takes side by side", head, [listing(r) for r in runs if r["pencils"]])
    sums = {axis: {r["checksum"] for r in runs if r["axis"] == axis} for axis in "xyz"}
    if any(len(found) != 1 for found in sums.values()):
        raise RunFailure(f"pencils change the derivative: checksums {sums}")
    page.facts["checksums"] = {axis: found.pop() for axis, found in sums.items()}
    if plots.available:
        draw(page, context, runs)
    return page
