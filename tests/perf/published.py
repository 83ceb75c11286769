#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The published figures agree with each other and with the models.

usage: published.py PERF BUILD
"""
import os
import unittest

import support  # noqa: F401, finds perflib
from perflib.errors import BadInput
from perflib.goals import Goal, best, goals_of, runs_of
from perflib.models import flops_per_access, naive_redundancy, one_pass_redundancy, two_pass_redundancy
from perflib import paper001
from perflib.neighbours import Neighbours, busy_and_all, own_seconds
from perflib.page import Page
from perflib.published import published
from perflib.paper002 import redundancy_rows
from perflib.paper004 import block_rows
from perflib.records import groups_of


class Goals(unittest.TestCase):
    @staticmethod
    def rows(**rates):
        runs = [{"run_type": "iteration", "name": f"heat2d/8/float/{row}/iterations:1", "GCells/s": rate, "us_per_step": 1 / rate,
                 "of_copy": rate / 2} for row, rates_ in rates.items() for rate in rates_]
        return groups_of({"benchmarks": runs})["heat2d/8/float"]

    def test_each_is_answered_by_one_run(self):
        for backend in ("CUDA", "OpenMP"):
            _, goals = goals_of(backend)
            runs = runs_of(goals)
            self.assertEqual(sorted(goals, key=repr), sorted((goal for answered in runs.values() for goal in answered), key=repr))
            self.assertEqual(len(set(goals)), len(goals))
            for run_, answered in runs.items():
                for goal in answered:
                    self.assertIn(goal.problem.split("/")[2], run_.types)
        with self.assertRaisesRegex(BadInput, "no goals for the backend HIP .there are some for cuda, openmp"):
            goals_of("HIP")

    def test_the_best_row_counts(self):
        rows = self.rows(direct=[1, 3, 2], streaming=[5, 4, 6], copy_non_temporal=[10, 5, 12])
        for figure, row, value in (("GCells/s", "streaming", 5), ("us_per_step", "streaming", 0.2), ("of_copy", "streaming", 2.5),
                                   ("of_copy_non_temporal", "streaming", 0.5)):
            goal = Goal("", "heat2d/8/float", ("direct", "streaming", "not there"), figure, 1)
            found, seen = best(goal, rows)
            self.assertEqual((found.name, seen), (row, value), figure)

    def test_of_times_less_is_better(self):
        time, rate = (Goal("", "heat2d/8/float", (), figure, 1) for figure in ("us_per_step", "GCells/s"))
        self.assertEqual([time.met_by(x) for x in (0.9, 1, 1.1)], [True, True, False])
        self.assertEqual([rate.met_by(x) for x in (0.9, 1, 1.1)], [False, True, True])


class Paper000(unittest.TestCase):
    def test_the_formula_gives_its_values(self):
        paper = published("000")
        sides = [paper["tile"]] * paper["dimension"]
        for s, value in paper["values_of_the_formula"].items():
            self.assertAlmostEqual(flops_per_access(int(s), sides, paper["flops_per_point"]), value, delta=0.005)

    def test_its_best_number_of_steps(self):
        paper = published("000")
        sides = [paper["tile"]] * paper["dimension"]
        best = max(range(1, 16), key=lambda s: flops_per_access(s, sides, paper["flops_per_point"]))
        self.assertEqual(best, paper["best_steps"])


class Paper001(unittest.TestCase):
    def setUp(self):
        self.paper = published("001")

    def each(self, table):
        for name, values in self.paper[table].items():
            self.assertEqual(len(values), len(self.paper["subintervals"]))
            card = self.paper["hardware"][name.rsplit(" ", 1)[0]]
            for at, value in enumerate(values):
                yield name, card, self.paper["speedup"][name][at], value

    def test_table_4_is_table_2_by_multiprocessor(self):
        for name, card, speedup, value in self.each("speedup_per_multiprocessor"):
            # Both are rounded to a tenth. The paper rounds 26.7 / 2 and 16.9 / 2 once down and once up.
            self.assertAlmostEqual(speedup / card["multiprocessors"], value, delta=0.1, msg=name)

    def test_table_5_is_table_2_by_power(self):
        serial = self.paper["hardware"]["Xeon W3520"]["watts"]
        for name, card, speedup, value in self.each("speedup_per_watt"):
            ratio = serial / card["watts"]
            # Rounded to a tenth on both sides; the paper's 31.7 x 130 / 108 = 38.16 stands there as 38.0.
            self.assertAlmostEqual(speedup * ratio, value, delta=0.05 * ratio + 0.1, msg=name)

    def test_table_3_is_how_table_2_changes(self):
        serial = self.paper["scaling"]["Xeon W3520 serial"]
        for name, speedup in self.paper["speedup"].items():
            for at, (a, b) in enumerate(zip(speedup, speedup[1:])):
                low, high = ((b - 0.05) / (a + 0.05), (b + 0.05) / (a - 0.05))
                seen = serial[at] / self.paper["scaling"][name][at]
                self.assertTrue(low - 0.02 < seen < high + 0.02, (name, at, low, seen, high))


    def test_measured_power_makes_table_5(self):
        page, seconds = Page("test", "test"), {"serial": 10.0, "naive": 1.0, "improved": 2.0, "fused": 0.5}
        watts = {"serial": 130.0, "naive": 50.0, "improved": 65.0, "fused": 260.0}
        runs = {name: [paper001.Run(seconds[name], watts[name], {})] for name in seconds}
        paper001.add_tables(page, [64], runs, multiprocessors=2, has_watts=True)
        here = {row[""]: row["64 x 64"] for row in page.tables["speedup_per_watt"] if row[""].endswith("here")}
        self.assertEqual(here, {"naive, here": 26, "improved, here": 10, "fused, here": 10})
        self.assertIn({"": "Quadro FX3800 naive, published", "64 x 64": 6.2}, page.tables["speedup_per_watt"])
        shared = {row[""]: row["64 x 64"] for row in page.tables["speedup_per_multiprocessor"]}
        self.assertEqual((shared["naive, here"], shared["GeForce GT640 improved, published"]), (5, 3.6))


class Paper002(unittest.TestCase):
    def test_the_model_gives_the_published_redundancy(self):
        paper, radius = published("002"), 4
        self.assertEqual(naive_redundancy(radius), paper["naive_redundancy"])
        for tile, value in paper["two_pass_redundancy"].items():
            self.assertAlmostEqual(two_pass_redundancy(radius, int(tile)), value, delta=0.005)

    def test_the_table_shows_it(self):
        shown = [(row[2], row[3]) for row in redundancy_rows()]
        self.assertEqual([pair[0] for pair in shown[:4]], ["26.00", "6.00", "5.50", "5.29"])
        self.assertTrue(all(published_ == model for published_, model in shown[:4]))
        self.assertEqual([pair[1] for pair in shown[4:]], [f"{one_pass_redundancy(4, n):.2f}" for n in (16, 32, 56)])


class Paper003(unittest.TestCase):
    def test_bandwidth_is_8_bytes_a_node_over_the_time(self):
        x = published("003")["x"]
        moved = 8 * published("003")["nodes"] ** 3
        # The paper counts GiB: 57.97 of them.
        self.assertAlmostEqual(moved / (x["milliseconds"] * 1e-3) / 2**30, x["gb_per_s"], delta=0.01)


class Paper004(unittest.TestCase):
    def test_every_published_line_has_our_two_kernels_beside_it(self):
        us = {"direct": 1.0, **{f"tiled/tile:{tile}": 2.0 for tile in ("32x32", "32x16", "32x8", "32x4")}}
        rows = [row for table in block_rows(us).values() for row in table]
        self.assertEqual([row[2:] for row in rows[:2]], [[41, 29, 2.0, 1.0], [38, 27, 2.0, 1.0]])
        self.assertEqual(rows[-1], ["32x16", "32x4", 58, 44, 2.0, 1.0])
        self.assertEqual(len(rows), 8)


class TheMachine(unittest.TestCase):
    def test_busy_time_is_all_but_idle_and_waiting(self):
        hertz = os.sysconf("SC_CLK_TCK")
        self.assertEqual(busy_and_all("cpu  100 20 30 4000 500 6 7 8 0 0\ncpu0 1 2"), (171 / hertz, 4671 / hertz))

    def test_own_work_is_not_a_neighbours(self):
        neighbours, begin = Neighbours(), own_seconds()
        while own_seconds() - begin < 0.2:
            pass
        self.assertLess(neighbours.share(), 1 - 0.1 / os.cpu_count())


if __name__ == "__main__":
    unittest.main()
