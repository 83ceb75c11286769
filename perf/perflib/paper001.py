# SPDX-License-Identifier: Apache-2.0
"""Paper 001, Cuellar, Martin and Pastor 2014: the heat equation serial, naive and improved, on five grids."""
from __future__ import annotations

import statistics
from dataclasses import dataclass

from perflib import plots
from perflib.errors import RunFailure
from perflib.joined import GPU_BACKENDS
from perflib.page import Page
from perflib.profiles import add_profiles
from perflib.published import published
from perflib.records import Row
from perflib.setting import NONE, Setting

PAPER = published("001")
SERIAL = "serial"
VARIANTS = {"naive": "direct", "improved": "tiled", "fused": "temporal"}  # what is measured beside serial, by scheme


@dataclass
class Run:
    seconds: float  # of all the paper's steps, scaled if fewer were made
    watts: float | None
    record: dict


def own_tile(context: dict) -> str:
    """That of Tiled, asked for: without one it sweeps small grids as Direct does, and others if that takes less time."""
    return "130,18" if context["backend"].lower() in GPU_BACKENDS else "1026,34"


def one_run(setting: Setting, variant: str, tile: str, subintervals: int, steps: int) -> dict:
    """The published problem (27) to (29) with its published time step."""
    build = setting.serial if variant == SERIAL else setting.build
    scheme = "direct" if variant == SERIAL else VARIANTS[variant]
    return build.app("heat", "--initial", "sine", "--nodes", f"{subintervals + 1},{subintervals + 1}", "--steps", str(steps),
                     "--dt", repr(1 / PAPER["steps"]), "--scheme", scheme, *(["--tile", tile] if scheme == "tiled" else []))


def powers(setting: Setting, sizes: list[int]) -> dict[str, list[float | None]]:
    """Watts by variant and grid; nothing where there is no meter."""
    common = ["--stencil", "heat2d", "--types", "double", "--no-serial", "--repetitions", "1", "--updates", "1e7",
              "--size", ",".join(str(n + 1) for n in sizes)]

    def watts(row: Row) -> float | None:
        return row.median("watts") if row.has("watts") else None

    _, host = setting.serial.bench(*common, "--schemes", "direct")
    _, device = setting.build.bench(*common, "--schemes", ",".join(VARIANTS.values()))
    found = {SERIAL: [watts(rows["direct"]) for rows in host.values()]}
    found |= {variant: [watts(rows[scheme]) for rows in device.values()] for variant, scheme in VARIANTS.items()}
    return found


def all_runs(setting: Setting, tile: str, sizes: list[int], steps: int, watts: dict) -> dict[str, list[Run]]:
    """Medians of three turns: all variants once, then all again. What else the machine does meets them alike."""
    runs: dict[str, list[Run]] = {}
    for at, n in enumerate(sizes):
        turns = [{variant: one_run(setting, variant, tile, n, steps) for variant in (SERIAL, *VARIANTS)}
                 for _ in range(1 if setting.quick else 3)]
        sums = {record["checksum"] for turn in turns for record in turn.values()}
        if len(sums) != 1:
            raise RunFailure(f"variants differ on {n} x {n}: checksums {sorted(sums)}")
        for variant in (SERIAL, *VARIANTS):
            seconds = statistics.median(turn[variant]["time_s"] for turn in turns) * PAPER["steps"] / steps
            power = watts[variant][at] if watts else None
            runs.setdefault(variant, []).append(Run(seconds, power, turns[0][variant]))
    return runs


def beside(page: Page, key: str, caption: str, sizes: list[int], measured: dict[str, list], every: int = 0) -> None:
    """A published table with the measured lines below it. `every`: grids left out at the beginning."""
    whole = PAPER["subintervals"][every:]
    columns = [whole.index(n) for n in sizes if n in whole]
    rows = [[f"{name}, published", *(values[c] for c in columns)] for name, values in PAPER[key].items()]
    rows += [[f"{name}, here", *values] for name, values in measured.items()]
    page.table(key, caption, ["", *(f"{whole[c]} x {whole[c]}" for c in columns)], rows)


def add_tables(page: Page, sizes: list[int], runs: dict[str, list[Run]], multiprocessors: int, has_watts: bool) -> None:
    seconds = {variant: [run.seconds for run in found] for variant, found in runs.items()}
    speedup = {v: [s / t for s, t in zip(seconds[SERIAL], seconds[v])] for v in VARIANTS}
    beside(page, "speedup", "Table 2: speed-up over the serial version", sizes, speedup)
    scaling = {v: [b / a for a, b in zip(times, times[1:])] for v, times in seconds.items()}
    beside(page, "scaling", "Table 3: time over that of the grid before", sizes[1:], scaling, every=1)
    beside(page, "speedup_per_multiprocessor", f"Table 4: speed-up for each of {multiprocessors} multiprocessors (cores, on a host)",
           sizes, {v: [x / multiprocessors for x in values] for v, values in speedup.items()})
    if has_watts:
        adjusted = {v: [x * s.watts / r.watts for x, s, r in zip(values, runs[SERIAL], runs[v])] for v, values in speedup.items()}
        beside(page, "speedup_per_watt", "Table 5: speed-up times watts of the serial run over watts of this one", sizes, adjusted)
    else:
        beside(page, "speedup_per_watt", "Table 5: speed-up adjusted for power", sizes, {})


def add_figures(page: Page, sizes: list[int], runs: dict[str, list[Run]], where: str) -> None:
    figure, (left, middle, right) = plots.figure(columns=3, width=5)
    for variant, found in runs.items():
        milliseconds = [run.seconds * 1e3 for run in found]
        left.plot(sizes, milliseconds, "o-", label=variant)
        if variant != SERIAL:
            middle.plot(sizes, milliseconds, "o-", label=variant)
            right.plot(sizes, [s.seconds / r.seconds for s, r in zip(runs[SERIAL], found)], "o-", label=f"{variant}, here")
    for name, values in PAPER["speedup"].items():
        right.plot(PAPER["subintervals"], values, ":", label=name)
    for axes, title in ((left, "Figure 8: running times"), (middle, "Figure 9: parallel versions"), (right, "Table 2: speed-up")):
        axes.set_xscale("log", base=2)
        axes.set(xlabel="subintervals", ylabel="ms", title=f"{title}\n{where}")
        axes.set_xticks(sizes, [str(n) for n in sizes])
        axes.legend(fontsize="small")
    right.set(ylabel="over the serial version", yscale="log")
    page.plot("times", figure, f"Figures 8 and 9 ({PAPER['steps']} steps; the paper's own times are in its figures only), and Table 2.")


def run(setting: Setting) -> Page:
    page = Page("001", "The heat equation by FTCS: serial, naive, improved")
    sizes = PAPER["subintervals"][:2] if setting.quick else PAPER["subintervals"]
    steps = setting.steps or (200 if setting.quick else PAPER["steps"])
    context, one_core = setting.build.context(), setting.serial.context()
    setting.introduce(page, PAPER, context)
    page.facts.update({"steps": steps, "serial": {"device": one_core["device"], "energy": one_core["energy"]}})
    has_watts = not any(c["energy"].startswith(NONE) for c in (context, one_core))
    runs = all_runs(setting, own_tile(context), sizes, steps, powers(setting, sizes) if has_watts else {})
    page.text(f"Serial: one thread of {one_core['device']}, scheme direct (vectorised). Naive: direct. Improved: tiled, through team "
              "scratch (shared memory). Fused: temporal, several steps for each load, which the paper has not. Double. "
              "All end with the same field, bit for bit.",
              "One run each." if setting.quick else "Medians of three runs, taken in turns.")
    if steps != PAPER["steps"]:
        page.text(f"**{steps} steps of the published {PAPER['steps']} were made; times are scaled to {PAPER['steps']}.**")
    head = ["subintervals", *runs, "max error", "checksum of all"]
    page.table("times", f"Figure 8: running times, ms for {PAPER['steps']} steps", head,
               [[n, *(found[at].seconds * 1e3 for found in runs.values()), f"{runs[SERIAL][at].record['max_error']:.3e}",
                 runs[SERIAL][at].record["checksum"]] for at, n in enumerate(sizes)])
    add_tables(page, sizes, runs, int(context["multiprocessors"]), has_watts)
    if not has_watts:
        page.text(f"Power was not measured. Serial: {one_core['energy']}. Parallel: {context['energy']}.")
    if plots.available:
        add_figures(page, sizes, runs, f"{context['device']}, {context['backend']}")
        add_profiles(page, setting.build, PAPER["profile"])
    return page
