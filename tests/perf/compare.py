#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""perf/compare joins what may be joined, computes what it says, and refuses the rest in one line.

usage: compare.py PERF BUILD
"""
import json
import pathlib
import tempfile
import unittest

from support import PERF, run
from perflib.records import groups_of, shortened

SUM, OTHER = "0123456789abcdef", "fedcba9876543210"


def bench_record(backend, threads, rates, checksum=SUM, group="heat2d/64/float", watts=None):
    """Three repetitions a row, the middle one at the given rate."""
    runs = []
    for row, rate in rates.items():
        for factor in (0.5, 1, 2):
            run_ = {"name": f"{group}/{row}/iterations:1/repeats:3/manual_time", "run_type": "iteration", "real_time": 1.0,
                    "GCells/s": rate * factor, "of_copy": rate / rates["copy"], "us_per_step": 1.0}
            if watts:
                run_["watts"] = watts
            if not row.startswith("copy"):
                run_["label"] = f"checksum {checksum}, tile 32 x 32"
            runs.append(run_)
    context = {"device": f"a {backend}", "backend": backend, "concurrency": str(threads), "energy": "a test's"}
    return {"context": context, "benchmarks": runs}


def application_record(backend, rate, checksum=SUM, steps=10):
    return {"app": "tessera-heat", "backend": backend, "device": f"a {backend}", "threads": 2, "precision": "float", "scheme": "direct",
            "nodes": [33, 33], "steps": steps, "dt": 0.001, "gcells_per_s": rate, "fraction_of_copy": 0.5, "checksum": checksum}


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def keep(self, name, record):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(record if isinstance(record, str) else json.dumps(record))
        return path

    def refused(self, message, *arguments):
        done = run("compare", *arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertTrue(done.stderr.startswith("compare: error: ") and done.stderr.count("\n") == 1, done.stderr)
        self.assertIn(message, done.stderr)

    def test_ratios(self):
        cpu = self.keep("cpu.json", bench_record("OpenMP", 2, {"copy": 5.0, "direct": 4.0, "temporal": 10.0, "loop_serial": 1.0}, watts=50))
        gpu = self.keep("gpu.json", bench_record("Cuda", 9, {"copy": 500.0, "direct": 400.0, "temporal": 2000.0}, watts=500))
        one = self.keep("one.json", bench_record("OpenMP", 1, {"copy": 4.0, "direct": 2.0}))
        done = run("compare", cpu, gpu, "--one-thread", one, "--output", self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads((pathlib.Path(self.folder.name) / "compare.json").read_text())["tables"]["heat2d/64/float"]
        direct, temporal, best = (next(row for row in table if row["row"].startswith(name)) for name in ("direct", "temporal", "best"))
        self.assertEqual((direct["speed-up over all threads"], direct["over one thread"], direct["which is"]), (100, 200, "direct"))
        self.assertEqual((temporal["speed-up over all threads"], temporal["over one thread"]), (200, 2000))
        self.assertEqual(temporal["which is"], "loop_serial")
        self.assertEqual((direct["per watt"], direct["CPU of its copy"], direct["GPU of its copy"]), (10, 0.8, 0.8))
        self.assertEqual((best["row"], best["speed-up over all threads"]), ("best of each: temporal, temporal", 200))
        self.assertIn(f"checksum {SUM}", done.stdout)

    def test_records_of_applications(self):
        cpu, gpu = (self.keep(f"{b}.json", application_record(b, rate)) for b, rate in (("openmp", 2.0), ("cuda", 50.0)))
        done = run("compare", cpu, gpu)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| direct | 2 | 50 | 25 |", done.stdout)
        self.assertIn("| row | a openmp GCells/s | a cuda GCells/s |", done.stdout)

    def test_other_fields_are_refused(self):
        rates = {"copy": 5.0, "direct": 4.0}
        cpu = self.keep("cpu.json", bench_record("OpenMP", 2, rates))
        gpu = self.keep("gpu.json", bench_record("Cuda", 9, rates, checksum=OTHER))
        self.refused(f"heat2d/64/float: the fields differ: checksum {SUM} in {cpu}, {OTHER} in {gpu}", cpu, gpu)
        apps = [self.keep(f"app{i}.json", application_record(b, 1.0, c)) for i, (b, c) in enumerate((("openmp", SUM), ("cuda", OTHER)))]
        self.refused("the fields differ", *apps)

    def test_one_threads_other_field_is_refused(self):
        rates = {"copy": 5.0, "direct": 4.0}
        cpu, gpu = self.keep("cpu.json", bench_record("OpenMP", 2, rates)), self.keep("gpu.json", bench_record("Cuda", 9, rates))
        one = self.keep("one.json", bench_record("OpenMP", 1, rates, checksum=OTHER))
        self.refused("the fields differ", cpu, gpu, "--one-thread", one)
        self.refused(f"{cpu}: made with 2 threads (give a record of one)", cpu, gpu, "--one-thread", cpu)

    def test_what_can_not_be_joined(self):
        rates = {"copy": 5.0, "direct": 4.0}
        cpu = self.keep("cpu.json", bench_record("OpenMP", 2, rates))
        gpu = self.keep("gpu.json", bench_record("Cuda", 9, rates, group="heat2d/128/float"))
        self.refused("nothing in common (perf/record --size 64 --stencil heat2d makes a record of the first one's size)", cpu, gpu)
        other = self.keep("wave.json", bench_record("Cuda", 9, rates, group="wave/128/float"))
        self.refused("nothing in common (measure the same problem, size and type on both)", cpu, other)
        steps = (self.keep(f"{n}.json", application_record(backend, 1.0, steps=n)) for n, backend in ((1, "openmp"), (2, "cuda")))
        self.refused("nothing in common", *steps)

    def test_two_of_a_kind_are_refused(self):
        rates = {"copy": 5.0, "direct": 4.0}
        cpu, gpu = self.keep("cpu.json", bench_record("OpenMP", 2, rates)), self.keep("gpu.json", bench_record("Cuda", 9, rates))
        self.refused(f"{gpu} is a GPU's, a Cuda (give the CPU's record first)", gpu, cpu)
        self.refused(f"{cpu} is a CPU's, a OpenMP with OpenMP (give a GPU's record second)", cpu, cpu)
        for backend in ("openmp", "serial", "threads"):
            apps = [self.keep(f"{b}.json", application_record(b, 1.0)) for b in ("openmp", backend)]
            self.refused("(give a GPU's record second)", *apps)
        one = self.keep("one.json", bench_record("Cuda", 1, rates))
        self.refused(f"{one} is a GPU's, a Cuda (give the CPU's record of one thread)", cpu, gpu, "--one-thread", one)

    def test_what_is_no_record(self):
        good = self.keep("good.json", bench_record("OpenMP", 2, {"copy": 5.0, "direct": 4.0}))
        self.refused("No such file or directory (give a JSON record)", good, "/nowhere.json")
        self.refused("no JSON", good, self.keep("bad.json", "{"))
        self.refused("neither a record of bench nor of an application", good, self.keep("list.json", "[]"))
        self.refused("the record has no 'device' (was it cut off?)", good, self.keep("cut.json", '{"benchmarks": [], "context": {}}'))
        sums = bench_record("Cuda", 9, {"copy": 5.0})
        self.refused("0 checksums, not one", good, self.keep("none.json", sums))

    def test_kept_records_can_be_read(self):
        kept = PERF / "results"
        done = run("compare", kept / "2026-11-20-amd-epyc-openmp-heat3d.json", kept / "2026-11-22-nvidia-h200-cuda-heat3d.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("checksum c1830e3f8d60c3a2", done.stdout)
        # The medians as the records have them, whichever were kept last, and their ratio.
        rates = []
        for record in ("2026-11-20-amd-epyc-openmp", "2026-11-22-nvidia-h200-cuda"):
            rows = json.loads((kept / f"{record}-heat3d.json").read_text())["rows"]
            rates.append(rows["heat3d/512/float"]["direct"]["median"]["GCells/s"])
        row = f"| direct | {rates[0]:.3g} | {rates[1]:.3g} | {rates[1] / rates[0]:.3g} |"
        self.assertIn(row, done.stdout)

    def test_what_is_kept_of_a_record_says_the_same(self):
        record = bench_record("OpenMP", 2, {"copy": 5.0, "direct": 4.0})
        record["benchmarks"] = [{**run_, "GCells/s": run_["GCells/s"] + 0.1 * turn} for turn in range(7) for run_ in record["benchmarks"]]
        turns, kept = groups_of(record), groups_of(json.loads(json.dumps(shortened(record))))
        self.assertEqual(list(turns), list(kept))
        for group, rows in turns.items():
            self.assertEqual(list(rows), list(kept[group]))
            for name, row in rows.items():
                other = kept[group][name]
                self.assertEqual((row.median("GCells/s"), row.spread("GCells/s"), row.checksum, row.note),
                                 (other.median("GCells/s"), other.spread("GCells/s"), other.checksum, other.note))
                self.assertFalse(other.has("no such counter"))

    def test_kept_records_become_tables(self):
        # Pages of perf/goals and perf/papers lie beside the records they were made from.
        records = {path: json.loads(path.read_text()) for path in sorted((PERF / "results").glob("*.json"))}
        self.assertEqual([path.name for path, record in records.items() if "benchmarks" in record], [], "every turn of a run is kept")
        kept = [path for path, record in records.items() if "rows" in record]
        self.assertGreaterEqual(len(kept), 7)
        for record in kept:
            done = run("table.py", record, self.folder.name, "again", "bench --stencil ...")
            self.assertEqual(done.returncode, 0, f"{record}: {done.stderr}")
        for page in pathlib.Path(self.folder.name).glob("*-again.md"):
            self.assertIn("All fields with a checksum are equal: checksum ", page.read_text())


if __name__ == "__main__":
    unittest.main()
