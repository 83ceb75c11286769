# SPDX-License-Identifier: Apache-2.0
"""Paper 002, Micikevicius: how often stars in 3D access memory, by scheme, tile and order."""
from __future__ import annotations

from perflib import plots
from perflib.errors import RunFailure
from perflib.models import naive_redundancy, one_pass_redundancy, two_pass_redundancy
from perflib.page import Page
from perflib.published import published
from perflib.records import Row
from perflib.setting import Setting

PAPER = published("002")
RADIUS = PAPER["order"] // 2
SCHEMES = {"direct": "naive", "two-pass": "two passes", "streaming": "one pass, 2.5D"}
ELEMENTS_OF_COPY = 2  # read and written for each element copied


def redundancy_rows() -> list[list]:
    """Scheme, tile, published redundancy, and the model's."""
    rows: list[list] = [["naive", "-", f"{PAPER['naive_redundancy']:.2f}", f"{naive_redundancy(RADIUS):.2f}"]]
    rows += [["two passes", f"{n} x {n}", f"{value:.2f}", f"{two_pass_redundancy(RADIUS, int(n)):.2f}"]
             for n, value in PAPER["two_pass_redundancy"].items()]
    rows += [["one pass, 2.5D", f"{n} x {n}", None, f"{one_pass_redundancy(RADIUS, int(n)):.2f}"]
             for n in PAPER["two_pass_redundancy"]]
    return rows


def add_redundancy(page: Page) -> None:
    page.table("redundancy", "Access redundancy, 25 points", ["", "tile", "published", "model"], redundancy_rows())


def add_schemes(page: Page, rows: dict[str, Row]) -> None:
    wanted = [row for name, row in rows.items() if row.has("GCells/s") and not name.startswith("copy_non")]
    page.table("schemes", "The 25-point star here, float",
               ["row", "the paper's", "GCells/s", "GFlop/s", "of copy", "elements at most", "redundancy of our tile", ""],
               [[row.name, SCHEMES.get(row.name), row.median("GCells/s"),
                 None if row.name.startswith("copy") else row.median("GCells/s") * PAPER["flops"], row.median("of_copy"),
                 None if row.name.startswith("copy") else ELEMENTS_OF_COPY / row.median("of_copy"),
                 row.median("redundancy") if row.has("redundancy") else None, row.note] for row in wanted])
    page.text(f"A point costs {PAPER['flops']} flops, as published. *Elements at most*: how many each update could have moved "
              "through memory in its time, at the copy's rate. Where that is below the model's redundancy, caches served the rest.")


def order_sweep(setting: Setting) -> list[dict]:
    """The wave equation by order and scheme: one record a run, with its order."""
    orders = (2, 8) if setting.quick else (2, 4, 6, 8, 10, 12, 14, 16)
    n, steps = ("40", "4") if setting.quick else ("256", "10")
    runs = []
    for order in orders:
        for scheme in SCHEMES:
            record = setting.build.app("wave", "--initial", "gaussian", "--nodes", f"{n},{n},{n}", "--steps", steps, "--dt", "5e-4",
                                       "--order", str(order), "--scheme", scheme, "--precision", "float")
            runs.append({**record, "order": order})
        sums = {record["checksum"] for record in runs[-len(SCHEMES):]}
        if len(sums) != 1:
            raise RunFailure(f"schemes differ at order {order}: checksums {sorted(sums)}")
    return runs


def draw(page: Page, context: dict, orders: list[int], n: int, by: dict[tuple[int, str], dict]) -> None:
    figure, (left, right) = plots.figure(columns=2)
    left.plot(orders, [naive_redundancy(o // 2) for o in orders], "o-", label="naive")
    for tile in (16, 32, 56):
        line = left.plot(orders, [two_pass_redundancy(o // 2, tile) for o in orders], "o-", label=f"two passes, {tile} x {tile}")
        left.plot(orders, [one_pass_redundancy(o // 2, tile) for o in orders], "s--", color=line[0].get_color(),
                  label=f"one pass, {tile} x {tile}")
    left.set(xlabel="order in space", ylabel="elements accessed an update", title="model", yscale="log")
    for scheme, name in SCHEMES.items():
        right.plot(orders, [by[o, scheme]["gcells_per_s"] for o in orders], "o-", label=f"{scheme} ({name})")
    right.set(xlabel="order in space", ylabel="GCells/s", title=f"{context['device']}, {context['backend']}, {n}^3, float")
    right.set_ylim(bottom=0)
    for axes in (left, right):
        axes.legend(fontsize="small")
    page.plot("orders", figure, "Left: the model, Micikevicius' terms for any order. Right: measured rates.")


def add_orders(setting: Setting, page: Page, context: dict) -> None:
    runs = order_sweep(setting)
    by = {(r["order"], r["scheme"]): r for r in runs}
    orders = sorted({r["order"] for r in runs})
    n = runs[0]["nodes"][0]
    page.table("orders", f"By order: the wave equation, {n}^3 nodes, float",
               ["order", "points", "naive redundancy", "one pass, 32 x 32", *(f"{s}, GCells/s" for s in SCHEMES), "checksum of all"],
               [[o, 3 * o + 1, naive_redundancy(o // 2), one_pass_redundancy(o // 2, 32),
                 *(by[o, s]["gcells_per_s"] for s in SCHEMES), by[o, "direct"]["checksum"]] for o in orders])
    if plots.available:
        draw(page, context, orders, n, by)


def run(setting: Setting) -> Page:
    page = Page("002", "Stars in 3D: access redundancy, by scheme and by order")
    size, few = ("40", ["--updates", "1e5", "--repetitions", "3"]) if setting.quick else ("256", ["--updates", "5e7"])
    context, groups = setting.build.bench("--stencil", "star3d-order8", "--size", size, "--types", "float", "--schemes",
                                          "direct,tiled,streaming,two-pass", *few)
    setting.introduce(page, PAPER, context)
    page.text("Redundancy: elements read and written in memory for each element updated, caches not counted, corners of tiles left "
              "out. The paper's slides give no rates; the redundancy is what there is to compare.")
    add_redundancy(page)
    add_schemes(page, next(iter(groups.values())))
    add_orders(setting, page, context)
    return page
