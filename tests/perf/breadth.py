#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What perf/goals makes of the rows of the breadth benchmark, and perf/page of that: from rows that are made up here.

usage: breadth.py PERF BUILD
"""
import importlib.machinery
import importlib.util
import json
import pathlib
import tempfile
import unittest

from page_records import record
from support import PERF, run

from perflib.breadth import AIMS, HEAD, from_cells, lines_of, summary
from perflib.records import groups_of
from perflib.standing import newest


def turns(problem, row, rates, to_loop, label=""):
    """A row as Google Benchmark writes it: a run a turn."""
    return [{"name": f"{problem}/{row}/iterations:1/repeats:{len(rates)}/manual_time", "run_type": "iteration", "real_time": 1 / rate,
             "GCells/s": rate, "to_loop": ratio, "us_per_step": 1.0, "of_copy": 0.1, "label": label} for rate, ratio in zip(rates, to_loop)]


def bench(problem, direct, temporal, loops=(1.0, 1.0, 1.0)):
    """The rows of a problem, whose loop is the limit's half."""
    runs = turns(problem, "copy", [2 * loop for loop in loops], [2.0] * 3) + turns(problem, "copy_non_temporal", [1.0] * 3, [1.0] * 3)
    runs += turns(problem, "loop", loops, [1.0] * 3, "checksum 0000000000000abc")
    for name, rates, way in (("direct", direct, "memory, fused steps 1"), ("temporal", temporal, "tiles, fused steps 6, tile 64 x 32")):
        runs += turns(problem, name, rates, [rate / loop for rate, loop in zip(rates, loops)], f"checksum 0000000000000abc, way {way}")
    return runs


def groups(*problems):
    return groups_of({"benchmarks": [run for problem in problems for run in problem]})


def page_script():
    """perf/page, which draws no charts until it is run."""
    loader = importlib.machinery.SourceFileLoader("page_script", str(PERF / "page"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Breadth(unittest.TestCase):
    def test_each_aim_of_each_problem_is_a_line(self):
        lines = lines_of(groups(bench("life/200/uint8", (0.5, 0.5, 0.5), (2.0, 2.0, 2.0)), bench("box27/48/double", (2, 2, 2), (1, 1, 1))))
        self.assertEqual([(line.problem, line.aim, line.seen, line.met) for line in lines],
                         [("life/200/uint8", AIMS[0], 0.5, False), ("life/200/uint8", AIMS[1], 2.0, True),
                          ("life/200/uint8", AIMS[2], 4.0, True), ("life/200/uint8", AIMS[5], 2.0, True),
                          ("box27/48/double", AIMS[0], 2.0, True), ("box27/48/double", AIMS[1], 1.0, True),
                          ("box27/48/double", AIMS[2], 0.5, False), ("box27/48/double", AIMS[5], 2.0, True)])
        self.assertEqual([line.way for line in lines[:2]], ["memory", "tiles x 6"])
        self.assertEqual([line.of_limit for line in lines[:2]], [0.25, 1.0])

    def test_ratios_are_taken_turn_by_turn(self):
        (_, _, line, _) = lines_of(groups(bench("life/200/uint8", direct=(1, 2, 8), temporal=(3, 4, 8))))
        self.assertEqual(line.seen, 2)  # of 3, 2 and 1; the medians' is 4 / 2 by chance
        (_, _, line, _) = lines_of(groups(bench("life/200/uint8", direct=(1, 2, 3), temporal=(3, 1, 3))))
        self.assertEqual(line.seen, 1)  # of 3, 0.5 and 1; the medians' is 1.5

    def test_schemes_that_can_step_it_are_held_against_direct(self):
        rows = bench("life/200/uint8", (2,) * 3, (1,) * 3) + turns("life/200/uint8", "streaming", (1,) * 3, (1.0,) * 3)
        seen = {(line.aim.scheme, line.aim.to): (line.seen, line.met) for line in lines_of(groups(rows))}
        self.assertEqual(seen["streaming", "direct"], (0.5, False))
        self.assertEqual(seen["best", "loop"], (2, True))
        self.assertNotIn(("tiled", "direct"), seen)

    def test_one_line_sums_it_up(self):
        lines = lines_of(groups(bench("life/200/uint8", (0.5,) * 3, (2,) * 3), bench("box27/48/double", (2,) * 3, (8,) * 3)))
        self.assertEqual(summary(lines), "direct to the plain loop: worst 0.5 (life/200/uint8), geometric mean 1, 1 of 2 at 0.9 or more; "
                         "temporal to the plain loop: worst 2 (life/200/uint8), geometric mean 4, 2 of 2 at 0.9 or more; "
                         "temporal to direct: worst 4 (life/200/uint8), geometric mean 4, 2 of 2 at 0.9 or more; "
                         "best to the plain loop: worst 2 (life/200/uint8), geometric mean 4, 2 of 2 at 1 or more")

    def test_a_page_has_a_line_for_each_stencil(self):
        lines = lines_of(groups(bench("life/200/uint8", (0.5,) * 3, (2,) * 3), bench("life/2000/uint8", (1,) * 3, (3,) * 3),
                                bench("box27/48/double", (2,) * 3, (8,) * 3)))
        cells = [line.cells(judged=True) for line in lines]
        self.assertEqual([from_cells(dict(zip(HEAD, one))) for one in cells], lines)
        with tempfile.TemporaryDirectory() as name:
            results = pathlib.Path(name)
            goals = record("NVIDIA H200", "2026-01-01T00:00:00", backend="Cuda")
            (results / "1-goals.json").write_text(json.dumps(goals))
            users = {**goals, "context": {**goals["context"], "date": "2026-02-02T00:00:00"}}
            users["tables"] = {"breadth": [dict(zip(HEAD, one)) for one in cells], "rows": []}
            (results / "2-goals-breadth.json").write_text(json.dumps(users))
            (standing,) = newest(results)
            self.assertEqual((standing.date[:10], standing.breadth.date[:10]), ("2026-01-01", "2026-02-02"))
            self.assertEqual(list(standing.breadth.lines), lines)
            page = page_script().front_page([standing], results / "docs")
            self.assertIn("### Users' stencils on NVIDIA H200", page)
            self.assertIn("| life | uint8 | 200, 2000 | 0.5, 1 | 2, 3 | 4, 3 | 0.25, 0.5 | tiles x 6 |", page)
            self.assertIn("| box27 | double | 48 | 2 | 8 | 4 | 1 | tiles x 6 |", page)
            self.assertIn(summary(lines), page.replace("\n", " "))
            del users["tables"]["breadth"][0]["way"]
            (results / "2-goals-breadth.json").write_text(json.dumps(users))
            done = run("page", "--check", "--docs", results / "docs", "--results", results)
            self.assertEqual(done.returncode, 2)
            self.assertIn("(make it again with perf/goals)", done.stderr)


if __name__ == "__main__":
    unittest.main()
