# SPDX-License-Identifier: Apache-2.0
"""Paper 004, Perezhogin: Jacobi's iteration around a square body, by tile and block, with and without shared memory."""
from __future__ import annotations

import pathlib
import tempfile

from perflib import plots
from perflib.page import Page
from perflib.published import published
from perflib.records import Row
from perflib.setting import Setting

PAPER = published("004")
NODES = "x".join(str(n) for n in PAPER["nodes"])


def microseconds(row: Row) -> float:
    """Of an iteration over all nodes."""
    nodes = PAPER["nodes"][0] * PAPER["nodes"][1]
    return nodes / row.median("GCells/s") * 1e-3


def block_rows(us: dict[str, float]) -> dict[str, list[list]]:
    """The published tables, device by device, with our two kernels beside them."""
    return {
        device: [[line["tile"], line["block"], line["shared"], line["no_shared"], us["tiled/tile:" + line["tile"]],
                  us["direct"]] for line in table]
        for device, table in PAPER["tables"].items()
    }


def draw(page: Page, tables: dict[str, list[list]]) -> None:
    figure, axes = plots.figure(width=7)
    device, table = next(iter(tables.items()))
    labels = [f"{row[0]}\n{row[1]}" for row in table]
    for offset, (label, column) in enumerate([(f"{device} shared", 2), (f"{device} no shared", 3), ("Tiled, here", 4),
                                              ("Direct, here", 5)]):
        axes.bar([i + 0.2 * offset for i in range(len(table))], [row[column] for row in table], 0.2, label=label)
    axes.set_xticks([i + 0.3 for i in range(len(table))], labels)
    axes.set_xlabel("tile, block")
    axes.set_ylabel("us an iteration")
    axes.set_ylim(top=1.3 * axes.get_ylim()[1])  # room for the legend
    axes.legend(ncols=2)
    page.plot("tiles", figure, "Published and measured times by tile and block.")


def streamlines(setting: Setting, page: Page) -> None:
    """The picture that tessera-poisson paints of the paper's problem."""
    iterations = 50 if setting.quick else 1000
    with tempfile.TemporaryDirectory() as folder:
        record = setting.build.app("poisson", "--published", "--iterations", str(iterations), "--output", folder,
                                   "--bare-pictures")
        figure, axes = plots.figure(width=7, height=3.8)
        axes.imshow(plots.picture(pathlib.Path(folder) / "contours.png"))
    axes.set_axis_off()
    axes.set_title(f"isolines of the stream function after {iterations} iterations")
    page.plot("flow", figure, f"The published problem; `tessera-poisson --published`, checksum {record['checksum']}.")


def run(setting: Setting) -> Page:
    page = Page("004", "Jacobi's iteration for Poisson's equation: shared memory or not")
    few = ["--updates", "1e6", "--repetitions", "3"] if setting.quick else []
    context, groups = setting.build.bench("--stencil", "poisson", "--size", str(PAPER["nodes"][0]), "--types", "float",
                                          "--fused", "8", *few)
    rows = groups[f"poisson/{NODES}/float"]
    us = {name: microseconds(row) for name, row in rows.items() if row.has("GCells/s")}
    setting.introduce(page, PAPER, context)
    page.text("Microseconds an iteration, 512 x 256 nodes in float. Published blocks of threads within a tile have no counterpart: "
              "a tile has one figure of ours. *Tiled* reads from team scratch (shared memory), *Direct* through the caches.")
    tables = block_rows(us)
    for count, (device, table) in enumerate(tables.items(), start=1):
        head = ["tile", "block", f"{device} shared", f"{device} no shared", "Tiled, here", "Direct, here"]
        page.table(f"table_{count}", f"Table {count}: {device}", head, table)
    page.table("rows", "Everything that was measured", ["row", "us an iteration", "spread %", "of copy", "redundancy", ""],
               [[name, us[name], 100 * row.spread("GCells/s"), row.median("of_copy"),
                 row.median("redundancy") if row.has("redundancy") else None, row.note]
                for name, row in rows.items() if name in us])
    page.table("launch", "The floor: a kernel that does nothing", ["", "us"],
               [[name, rows[name].median("us_per_step")] for name in ("launch", "launch_and_fence")])
    if plots.available:
        draw(page, tables)
        streamlines(setting, page)
    return page
