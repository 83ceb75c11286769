#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every script of perf/ explains itself, refuses what it does not know, and works on a small grid.

usage: commands.py PERF BUILD
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import BUILD, PERF, run

from perflib.breadth import AIMS, BEST, from_cells
from perflib.busy import loops, seen
from perflib.errors import BadInput
from perflib.fields import read_field

BREADTH = BUILD / "bin/bench_breadth"
SMALL = ["--stencil", "heat2d", "--size", "60", "--types", "float", "--updates", "1e4", "--repetitions", "5"]


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_all_scripts_have_help(self):
        scripts = [path.name for path in PERF.iterdir() if path.is_file() and path.read_bytes()[:2] == b"#!"]
        self.assertGreaterEqual(set(scripts), {"record", "table.py", "papers", "compare", "poisson-table", "traffic", "bounds", "goals", "busy"})
        for script in scripts:
            done = run(script, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""), script)
            self.assertIn("usage:", done.stdout)

    def test_bad_arguments_end_with_2(self):
        for script, arguments in {"record": ["--no-such"], "papers": ["005"], "compare": ["one.json"], "table.py": [],
                                  "poisson-table": ["--build", "/nowhere"], "busy": ["--build", "/nowhere"],
                                  "goals": ["--part", "breadth", "--build", "/nowhere"]}.items():
            self.assertEqual(run(script, *arguments).returncode, 2, script)
        done = run("papers", "000", "--steps", "5")
        self.assertEqual((done.returncode, done.stderr), (2, "papers: error: --steps is for paper 001 (leave it out for 000)\n"))
        done = run("papers", "002", "--quick", "--build", "/nowhere", "--output", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("papers: error: no program /nowhere/bin/bench (build it", done.stderr)

    def test_goals_are_all_measured(self):
        if not (BUILD / "bin/tessera-poisson").exists():
            self.skipTest("no Kokkos Kernels, no benchmark of Poisson's equation")
        done = run("goals", "--quick", "--build", BUILD, "--output", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        (kept,) = self.folder.glob("*-goals.json")
        record = json.loads(kept.read_text())
        listed = PERF / "perflib/goals" / (record["context"]["backend"].lower() + ".json")
        goals = len(json.loads(listed.read_text())["goals"])
        table = record["tables"]["goals"]
        self.assertEqual(len(table), goals)
        one_type = "TESSERA_BENCH_TYPES:STRING=one" in (BUILD / "CMakeCache.txt").read_text()
        measured = [line for line in table if line["met"] != "not measured"]
        # Every stencil in at least one type, and in both where both were compiled.
        stencils = [{line["problem"].split("/")[0] for line in lines} for lines in (table, measured)]
        self.assertEqual(*stencils)
        if not one_type:
            self.assertEqual(len(measured), goals)
        self.assertEqual("Not measured: " in kept.with_suffix(".md").read_text(), len(measured) < goals)
        for line in measured:
            self.assertGreater(line["seen"], 0)
            self.assertLessEqual(max(int(n) for n in line["problem"].split("/")[1].split("x")), 48)
            self.assertIsNone(line["met"])
        self.assertIn("goals: not judged on ", done.stdout)
        self.assertIn("**A quick run", kept.with_suffix(".md").read_text())
        self.assertEqual("breadth" in record["tables"], BREADTH.exists())

    def test_breadth_is_measured_and_summed_up(self):
        if not BREADTH.exists():
            self.skipTest("built without TESSERA_BREADTH")
        done = run("goals", "--part", "breadth", "--quick", "--build", BUILD, "--output", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        (kept,) = self.folder.glob("*-goals-breadth.json")
        record = json.loads(kept.read_text())
        self.assertEqual(set(record["tables"]), {"breadth", "rows"})
        lines = [from_cells(cells) for cells in record["tables"]["breadth"]]
        stencils = {line.problem.split("/")[0] for line in lines}
        self.assertGreaterEqual(len(stencils), 14)
        self.assertEqual({line.aim for line in lines if line.problem.startswith("weno5/")}, set(AIMS))
        rows = {row["row"]: row for row in record["tables"]["rows"]}
        for line in lines:
            self.assertGreater(line.seen, 0)
            self.assertGreater(line.of_limit, 0)
            if line.aim.scheme != BEST:
                self.assertEqual(line.rate, rows[f"{line.problem} {line.aim.scheme}"]["GCells/s"])
                self.assertEqual(rows[f"{line.problem} loop"]["checksum"], rows[f"{line.problem} {line.aim.scheme}"]["checksum"])
        self.assertIn("breadth: not judged", done.stdout)
        self.assertNotIn("goals: not judged", done.stdout)

    def test_the_breadth_benchmark_says_what_is_wrong(self):
        if not BREADTH.exists():
            self.skipTest("built without TESSERA_BREADTH")
        for arguments, message in ((["--stencil", "heat7d"], "heat7d not in"), (["--size", "5"], "5: give tiny, small, middle, large, or"),
                                   (["--size", "12x"], "12x: give tiny,"), (["--types", "int"], "int not in"),
                                   (["--stencil", "box27", "--size", "2000"], "box27/2000/double has more than 2^31 - 1 nodes"),
                                   (["--stencil", "life", "--types", "double"], "not compiled for these types"),
                                   (["--stencil", "life", "--size", "tiny", "--profile", "fastest"], "life/40/uint8 has no row 'fastest'")):
            done = subprocess.run([BREADTH, *arguments], check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.splitlines()[-1].startswith("bench_breadth: error: "), done.stderr)
            self.assertIn(message, done.stderr)

    def bench(self, *arguments):
        return subprocess.run([BUILD / "bin/bench", *arguments], check=False, capture_output=True, text=True)

    def test_bench_says_what_is_wrong(self):
        for arguments, message in ((["--stencil", "heat7d"], "heat7d not in"), ([], "--stencil is required"),
                                   (["--stencil", "wave", "--orders", "4"], "--orders: not for these stencils (it is for derivative, laplacian, divergence, gradient)"),
                                   (["--stencil", "heat2d", "--tiles", "32y4"], "32y4: give 512x1024, say")):
            done = self.bench(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        done = self.bench(*SMALL, "--tiles", "6x6", "--fused", "16") # found out when the problem is set up
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.splitlines()[-1].startswith("bench: error: "), done.stderr)

    def test_a_record_says_where_and_how(self):
        done = run("record", "--build", BUILD, "--output", self.folder, "--name", "small", *SMALL)
        self.assertEqual(done.returncode, 0, done.stderr)
        (kept,) = self.folder.glob("*-small.json")
        record = json.loads(kept.read_text())
        for key in ("device", "backend", "concurrency", "driver", "clocks", "energy", "compiler", "flags", "kokkos",
                    "kokkos_configuration", "commit", "command", "multiprocessors"):
            self.assertTrue(record["context"][key], key)
        self.assertIn("-O", record["context"]["flags"])
        self.assertNotIn("host_name", record["context"])
        rows = {name: row["median"] for group in record["rows"].values() for name, row in group.items()}
        self.assertGreaterEqual({name.split("/")[0] for name in rows},
                                {"copy", "copy_in_cache", "launch", "launch_and_fence", "loop", "direct", "tiled", "temporal"})
        for name, row in rows.items():
            self.assertGreater(row["us_per_step"], 0)
            self.assertEqual("GCells/s" in row, not name.startswith("launch"))
            if name.startswith("tiled"):
                self.assertGreater(row["redundancy"], 2)
                self.assertGreater(row["scratch_bytes"], 0)
        page = kept.with_suffix(".md").read_text()
        self.assertIn("All fields with a checksum are equal: checksum ", page)

    def test_a_record_of_another_size(self):
        """The benchmark is a script that says what it was asked and stops there."""
        bench = self.folder / "bin/bench"
        bench.parent.mkdir()
        bench.write_text('#!/bin/sh\necho "asked: $*"\nexit 5\n')
        bench.chmod(0o755)
        done = run("record", "--build", self.folder, "--size", "64,128", "--stencil", "heat2d", "--types", "float")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("asked: --stencil heat2d --types float --size 64,128 ", done.stdout)

    def fake_ncu(self, **changed):
        """Runs the program it is given, and says of two kernels what a GPU's counters might."""
        path = self.folder / f"ncu{len(list(self.folder.iterdir()))}"
        path.write_text(f"#!{sys.executable}\nCHANGED = {changed!r}\n" + """
import subprocess, sys
metrics = sys.argv[sys.argv.index("--metrics") + 1].split(",")
program = next(n for n, word in enumerate(sys.argv) if word.endswith(("/bench", "/bench_breadth")))
def unit_of(metric):
    known = {"lts__t_sectors_srcunit_tex.sum": "sector", "gpu__time_duration.sum": "ns", "smsp__thread_inst_executed.sum": "inst",
             "launch__registers_per_thread": "register/thread"}
    return known.get(metric, "%" if "pct_of_peak" in metric else "byte")
code = subprocess.run(sys.argv[program:]).returncode
print("==PROF== Disconnected")
print('"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"')
for kernel in range(2):
    for n, metric in enumerate(metrics):
        unit = CHANGED.get("unit", unit_of(metric))
        value = CHANGED.get("value", f"1,000,{n}00")
        if metric != CHANGED.get("without"):
            print(f'"{kernel}","k","{metric}","{unit}","{value}"')
sys.exit(code)
""")
        path.chmod(0o755)
        return path

    def traffic(self, stencil, *arguments):
        return run("traffic", "--stencil", stencil, "--size", "20", "--build", BUILD, "--output", self.folder, *arguments)

    def test_traffic_adds_up_what_counters_saw(self):
        done = self.traffic("star3d-order8", "--ncu", self.fake_ncu(), "--rows", "copy,tiled,nonsense")
        self.assertEqual(done.returncode, 0, done.stderr)
        copy, tiled = json.loads((self.folder / "traffic-star3d-order8.json").read_text())["tables"]["elements"]
        self.assertEqual((copy["row"], copy["model, no caches"], copy["least"]), ("copy", None, 2))
        self.assertEqual((tiled["row"], tiled["least"]), ("tiled", 2))
        self.assertGreater(tiled["model, no caches"], 2)
        # Two kernels; two sweeps of 20 cubed floats.
        values = 4 * 2 * 20**3
        self.assertAlmostEqual(tiled["loads and stores"], 2 * (1000000 + 1000100) / values)
        self.assertAlmostEqual(tiled["between L1 and L2"], 2 * 32 * 1000200 / values)
        self.assertAlmostEqual(tiled["between L2 and memory"], 2 * (1000300 + 1000400) / values)
        self.assertIn("| tiled |", (self.folder / "traffic-star3d-order8.md").read_text())

    def test_traffic_takes_rows_that_are_no_schemes(self):
        for stencil, row, number in (("derivative", "d_dx/order:8", "float"), ("poisson", "tiled/tile:32x8", "float"),
                                     ("wave", "direct/sponge_and_source", "double")):
            if stencil == "poisson" and not (BUILD / "bin/tessera-poisson").exists():
                continue
            done = self.traffic(stencil, "--ncu", self.fake_ncu(), "--rows", row, "--type", number)
            self.assertEqual(done.returncode, 0, done.stderr)
            (line,) = json.loads((self.folder / f"traffic-{stencil}.json").read_text())["tables"]["elements"]
            self.assertEqual(line["row"], row)

    def test_traffic_says_what_is_wrong(self):
        for ncu, code, message in (("/nowhere/ncu", 2, "no program /nowhere/ncu: the counters of a GPU"),
                                   (self.fake_ncu(unit="mile"), 1, "as 1,000,000 'mile', no number of bytes"),
                                   (self.fake_ncu(value="n/a"), 1, "as n/a 'byte', no number of bytes"),
                                   (self.fake_ncu(without="dram__bytes_read.sum"), 1, "ncu has not counted dram__bytes_read.sum"),
                                   ("true", 1, "ncu has counted nothing"), ("false", 1, "ended with 1")):
            done = self.traffic("heat2d", "--ncu", ncu, "--rows", "copy")
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertTrue(done.stderr.startswith("traffic: error: "), done.stderr)
            self.assertIn(message, done.stderr)
        for more, message in ((["--rows", "two-pass,launch"], "bench has none of the rows two-pass,launch for heat2d (it has copy,"),
                              (["--size", "2"], "--size 2 (give 3 or more)")):
            done = self.traffic("heat2d", "--ncu", "true", *more)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)
        done = self.bench(*SMALL, "--profile", "fastest")
        self.assertEqual((done.returncode, done.stderr), (2, "bench: error: heat2d/60/float has no row 'fastest'\n"))

    def bounds(self, *arguments):
        return run("bounds", "--build", BUILD, "--output", self.folder, *arguments)

    def test_bounds_says_how_busy_units_are(self):
        done = self.bounds("--problem", "laplace9/20/float", "--problem", "box27/12/double", "--ncu", self.fake_ncu())
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads((self.folder / "bounds.json").read_text())
        self.assertIn("perf/bounds --build ", record["command"])
        self.assertIn(record["command"], (self.folder / "bounds.md").read_text())
        plane, volume = record["tables"]["units"]
        self.assertEqual((plane["problem"], volume["problem"]), ("laplace9/20/float", "box27/12/double"))
        self.assertEqual((plane["least bytes"], volume["least bytes"]), (8, 16))
        # The counters are 1000000, 1000100, ... in the order of the metrics; from the eleventh on they begin with 10001000.
        self.assertAlmostEqual(plane["memory"], 10000)
        self.assertAlmostEqual(plane["threads resident"], 10007)
        updates = plane["GCells/s"] * 1000800  # of a launch
        self.assertEqual(plane["registers"], 1000900)
        self.assertAlmostEqual(plane["instructions"] * updates, 10001000)
        self.assertAlmostEqual(plane["bytes"] * updates, 10001100)

    def test_bounds_says_what_is_wrong(self):
        for arguments, code, message in ((["--problem", "life"], 2, "--problem life (give a stencil, a size and a type"),
                                         (["--problem", "life/20/uint8", "--ncu", "/nowhere/ncu"], 2, "no program /nowhere/ncu"),
                                         (["--problem", "life/20/uint8", "--ncu", "true"], 1, "ncu has counted nothing"),
                                         (["--problem", "life/20/uint8", "--ncu", self.fake_ncu(unit="mile")], 1, "as 1,000,000 'mile', no number of percents"),
                                         (["--problem", "life/20/uint8", "--ncu", self.fake_ncu(value="n/a")], 1,
                                          "as n/a '%', no number of percents")):
            done = self.bounds(*arguments) if "--ncu" in arguments else self.bounds(*arguments, "--ncu", "true")
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertTrue(done.stderr.startswith("bounds: error: "), done.stderr)
            self.assertIn(message, done.stderr)

    def test_fields_are_read_as_they_were_written(self):
        for precision in ("float", "double"):
            out = self.folder / precision
            subprocess.run([BUILD / "bin/tessera-heat", "--initial", "x+10*y", "--nodes", "5,9", "--steps", "0", "--dt", "1e-4",
                            "--precision", precision, "--output", out, "--quiet"], check=True)
            field = read_field(out / "final.h5")
            self.assertEqual(field.shape, (5, 9))
            self.assertEqual([[field[i, j] for j in (0, 8)] for i in (0, 1, 4)], [[0, 10], [0.25, 10.25], [1, 11]])
        with self.assertRaisesRegex(BadInput, "no contiguous dataset /v of"):
            read_field(out / "final.h5", "v")
        with self.assertRaisesRegex(BadInput, "no HDF5 file of the applications"):
            read_field(out / "final.png")

    def test_a_small_run_on_busy_cores_takes_one_thread(self):
        with loops(1):
            small = ["--initial", "sine", "--steps", "2", "--dt", "1e-4", "--scheme", "direct"]
            alone, two = (seen(BUILD / "bin/tessera-heat", small, environment)
                          for environment in ({}, {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}))
        if alone.record["backend"] == "openmp":
            self.assertEqual((alone.threads, two.threads), (1, 2))
        self.assertGreater(alone.lost, 0)
        self.assertEqual(alone.record["checksum"], two.record["checksum"])

    def test_the_demos_page_holds_all_of_it(self):
        done = run("demo-page", self.folder)
        self.assertEqual((done.returncode, done.stderr), (2, f"demo-page: error: no records speed-*.json in {self.folder} (scripts/demo writes them)\n"))
        heat, few = BUILD / "bin/tessera-heat", ["--quiet", "--initial", "hot-spot", "--nodes", "33,33", "--dt", "1e-5", "--steps"]
        for scheme in ("direct", "temporal"):
            subprocess.run([heat, *few, "4", "--scheme", scheme, "--json", self.folder / f"sine-4-{scheme}.json"], check=True)
            for threads in ("1", "2"):
                subprocess.run([heat, *few, "4", "--scheme", scheme, "--threads", threads, "--json",
                                self.folder / f"speed-{scheme}-{threads}.json"], check=True)
        for name in ("discs", "hot-spot"):
            subprocess.run([heat, *few, "4", "--output-every", "2", "--output", self.folder / name], check=True)
        done = run("demo-page", self.folder, "--programs", BUILD / "bin")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.folder}/demo.html\n"), done.stderr)
        page = (self.folder / "demo.html").read_text()
        self.assertEqual(page.count("<img "), 4)  # the plate, the spot after 0, 2 and 4 steps
        for words in ("A hot spot after 4 steps", "2 threads, GCells/s", "scripts/compare"):
            self.assertIn(words, page)
        command = next(line for line in page.splitlines() if line.startswith(f"{BUILD}/bin/tessera-heat"))
        short = command.replace("--steps 20000", "--steps 1").replace("--output spot", "--quiet").split()
        self.assertEqual(subprocess.run(short, check=False).returncode, 0, command)

    def test_poisson_table(self):
        if not (BUILD / "bin/tessera-poisson").exists():
            self.skipTest("no Kokkos Kernels, no tessera-poisson")
        few = ["--updates", "1e5", "--repetitions", "3"]
        done = run("poisson-table", "--build", BUILD, "--output", self.folder / "table.md", *few)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 32x16 | 32x4 | 58 | 44 |", done.stdout)
        self.assertEqual((self.folder / "table.md").read_text(), done.stdout)


if __name__ == "__main__":
    unittest.main()
