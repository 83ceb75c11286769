# SPDX-License-Identifier: Apache-2.0
"""A device's standing as a picture: shares of the copy as bars, small grids as times."""
from __future__ import annotations

from collections import Counter
from typing import Any

from perflib import plots
from perflib.standing import Result, Standing

OURS, HAND, LIMIT = "#1f5f8b", "#d1495b", "#444444"


def labels_of(results: list[Result]) -> list[str]:
    """Workload and type; the size too, where there are several."""
    names = [one.workload.split(" (")[0].split(", medium")[0] for one in results]
    often = Counter((name, one.kind) for name, one in zip(names, results))
    return [f"{name}, {one.nodes + ', ' if often[name, one.kind] > 1 else ''}{one.kind}" for name, one in zip(names, results)]


def draw_shares(axes: Any, results: list[Result]) -> None:
    places = range(len(results) - 1, -1, -1)
    axes.barh(places, [one.of_limit for one in results], color=OURS, height=0.62, label="Tessera, its best scheme")
    axes.plot([one.loop_of_limit for one in results], places, "o", color=HAND, markersize=5, label="loop by hand")
    axes.axvline(1, color=LIMIT, linewidth=1, linestyle="--", zorder=1.5, label="copy of the same run")
    for place, one in zip(places, results):
        end = max(one.of_limit, one.loop_of_limit)  # a label over the dot would hide that the loop is ahead
        axes.annotate(f"{one.of_limit:.2f}  ({one.by})", (end, place), xytext=(7, 0), textcoords="offset points",
                      va="center", fontsize=8, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})
    axes.set_yticks(list(places), labels_of(results), fontsize=8.5)
    axes.set_xlim(0, 1.3 * max(one.of_limit for one in results))
    axes.set_xlabel("updates a second, over values copied a second")
    axes.legend(fontsize=8, loc="lower right")
    axes.set_ylim(-3.5, len(results))  # room for the legend


def draw_small(axes: Any, results: list[Result]) -> None:
    """Of one workload: times by the side of the grid."""
    sides = [int(one.nodes.split()[0]) for one in results]
    axes.loglog(sides, [one.microseconds * one.to_loop for one in results], "o-", color=HAND, label="loop by hand")
    axes.loglog(sides, [one.microseconds for one in results], "s-", color=OURS, label=f"Tessera ({results[0].by})")
    axes.set_xticks(sides, [str(side) for side in sides])
    axes.minorticks_off()
    axes.yaxis.set_major_locator(plots.matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("nodes a side\n(2D, 5 points, double)")
    axes.set_ylabel("microseconds a step")
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.legend(fontsize=8)


def chart(standing: Standing) -> Any:
    """A matplotlib figure."""
    large = [one for one in standing.results if not one.small]
    small = [one for one in standing.results if one.small and one.workload.endswith("small grids")]
    figure, (left, right) = plots.pyplot.subplots(1, 2, figsize=(10, 1.3 + 0.27 * max(len(large), 8)), layout="constrained",
                                                  width_ratios=(1.75, 1))
    draw_shares(left, large)
    draw_small(right, small)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8.5)
    figure.suptitle(f"{standing.title}, {standing.date[:10]}", fontsize=11)
    return figure
