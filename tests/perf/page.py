#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages that perf/page writes are as the records in perf/results have it, and it notices where they are not.

usage: page.py PERF BUILD
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from page_records import record
from support import PERF, run
from perflib.errors import BadInput
from perflib.standing import newest
from perflib.which import ALL, ONE_STEP, Place, choice, place_of

RESULTS = PERF / "results"


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def keep(self, name, content):
        (self.path / name).write_text(json.dumps(content))

    def test_pages_are_as_written(self):
        done = run("page", "--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_check_needs_no_matplotlib(self):
        (self.path / "matplotlib.py").write_text("raise ImportError('not here')\n")
        done = subprocess.run([sys.executable, PERF / "page", "--check"], check=False, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": self.folder.name})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_was_changed_by_hand_is_named(self):
        docs = self.path / "docs"
        for name in ("performance", "images"):
            shutil.copytree(PERF.parent / "docs" / name, docs / name)
        page = docs / "performance.md"
        page.write_text((PERF.parent / "docs" / "performance.md").read_text().replace("../perf/results", "../elsewhere"))
        done = run("page", "--check", "--docs", docs, "--results", RESULTS)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("not as perf/page would write it: performance.md", done.stderr)
        self.assertIn("(run perf/page)", done.stderr)

    def test_the_newest_record_of_each_device_counts(self):
        self.keep("1-goals.json", record("AMD EPYC (family 26, model 2)", "2026-01-02T00:00:00", rate=3.0))
        self.keep("2-goals.json", record("AMD EPYC (family 26, model 2)", "2026-01-01T00:00:00"))
        self.keep("3-goals.json", record("AMD EPYC (family 26, model 2)", "2026-01-03T00:00:00", quick=True))
        self.keep("4-goals.json", record("NVIDIA H200", "2025-01-01T00:00:00", backend="Cuda"))
        gpu, cpu = newest(self.path)
        self.assertEqual((gpu.title, cpu.title), ("NVIDIA H200", "AMD EPYC (Zen 5), 2 threads"))
        result = cpu.results[0]
        self.assertEqual((result.workload, result.nodes, result.rate), ("2D, 5 points, one step", "64 squared", 3.0))
        self.assertEqual((result.of_limit, result.loop_of_limit, result.to_loop), (0.75, 0.125, 6.0))  # 4 copied with non-temporal stores

    def test_systems_are_told_apart_by_size_and_scheme(self):
        kept = record("AMD EPYC (family 26, model 2)", "2026-01-01T00:00:00")
        tables = kept["tables"]
        large, small = ([{**row, "row": row["row"].replace("heat2d/64", problem)} for row in tables["rows"]]
                        for problem in ("shallow-water/4000", "shallow-water/200"))
        goal = {**tables["goals"][0], "workload": "shallow water by Lax-Friedrichs, best scheme", "problem": "shallow-water/4000/float"}
        one_step = {**goal, "workload": "shallow water by Lax-Friedrichs, small grids, one step", "problem": "shallow-water/200/float"}
        kept["tables"] = {"rows": large + small, "goals": [goal, one_step]}
        self.keep("1-goals.json", kept)
        (standing,) = newest(self.path)
        self.assertEqual([(result.workload, result.nodes, result.small) for result in standing.results],
                         [("shallow water by Lax-Friedrichs, best scheme", "4000 squared", False),
                          ("shallow water by Lax-Friedrichs, small grids, one step", "200 squared", True)])

    def test_the_table_of_schemes_has_its_text_and_no_other(self):
        docs = self.path / "docs"
        docs.mkdir()
        page = (PERF.parent / "docs/which-scheme.md").read_text()
        for changed, code, message in ((page.replace("| Direct | Direct |", "| Tiled 9 | Direct |", 1), 1, "which-scheme.md"),
                                       (page.replace("<!-- its end -->", ""), 2, "no place for a table")):
            self.assertNotEqual(changed, page)
            (docs / "which-scheme.md").write_text(changed)
            done = run("page", "--check", "--docs", docs)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(message, done.stderr)

    def test_schemes_are_chosen_by_their_mean_gain(self):
        twice, half = {"direct": 1.0, "tiled": 0.5, "temporal": 2.0}, {"direct": 4.0, "tiled": 2.0, "temporal": 2.0}
        self.assertEqual(choice([twice], ALL), "Temporal 2")
        self.assertEqual(choice([twice], ONE_STEP), "Direct")
        self.assertEqual(choice([twice, half], ALL), "Direct")  # the mean gain is 1
        self.assertEqual(choice([twice, twice, {**half, "streaming": 9.0}], ALL), "Temporal 1.26 (0.5 to 2)")  # streaming: measured once
        self.assertEqual(choice([{"direct": 1.0, "streaming": 1.5, "temporal": 1.52}], ALL), "Temporal 1.52, Streaming 1.5")
        self.assertEqual((place_of("box27/48/double"), place_of("heat2d/8192/float")), (Place(3, "box 1", "small"), Place(2, "star 1", "large")))
        self.assertIsNone(place_of("poisson/512x256/float"))
        with self.assertRaisesRegex(BadInput, "knows no stencil new-one"):
            place_of("new-one/48/double")

    def test_no_record_is_refused(self):
        done = run("page", "--check", "--results", self.path)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("no record of perf/goals in", done.stderr)
        broken = record("NVIDIA H200", "2026-01-01T00:00:00")
        broken["tables"]["rows"] = []
        self.keep("1-goals.json", broken)
        done = run("page", "--check", "--results", self.path)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("(make it again with perf/goals)", done.stderr)


if __name__ == "__main__":
    unittest.main()
