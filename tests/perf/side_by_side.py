#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/compare measures one thread, all threads and a GPU, and says in words what is missing or can't be compared. A copy of the
CPU's benchmark that says of itself that it runs on a GPU stands for one.

usage: side_by_side.py PERF BUILD
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from support import BUILD, PERF
from perflib.errors import BadInput
from perflib.side import Size, size_of

CARD = """#!/bin/sh
"{bench}" "$@" || exit
for last; do case $last in --benchmark_out=*) out=${{last#*=}} ;; esac; done
sed -i 's/"backend": "[^"]*"/"backend": "Cuda"/; s/"device": "[^"]*"/"device": "Test GPU"/; {more}' "$out"
"""


class SideBySide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def card(self, more=""):
        self.program(self.folder / "card/bin/bench", CARD.format(bench=BUILD / "bin/bench", more=more))
        return ["--gpu-build", self.folder / "card"]

    def compare(self, *arguments, cards="exit 9", build=BUILD, problems="heat2d"):
        """With an nvidia-smi that says this."""
        self.program(self.folder / "bin/nvidia-smi", f"#!/bin/sh\n{cards}\n")
        command = [PERF.parent / "scripts/compare", "--build", build, "--size", "small", "--problems", problems, "--threads", "2",
                   "--output", self.folder / "out", *arguments]
        return subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})

    def refused(self, done, code, message):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn("error: ", done.stderr)
        self.assertIn(message, done.stderr)

    def test_table_and_page(self):
        done = self.compare(*self.card(), problems="heat2d,heat3d,wave")
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads((self.folder / "out/compare.json").read_text())
        table = record["tables"]["table"]
        self.assertEqual([row["row"].split(" (")[0] for row in table], ["loop by hand", "direct", "best"] * 3)
        for row in table:
            one, two, gpu = (row[f"{side} GCells/s"] for side in ("one", "all", "GPU"))
            self.assertEqual((row["all to one"], row["GPU to all"], row["GPU to one"]), (two / one, gpu / two, gpu / one))
            self.assertGreater(min(row[f"{side} of copy"] for side in ("one", "all", "GPU")), 0)
        self.assertEqual(record["same_bits"], {"heat2d": True, "heat3d": True, "wave": True})
        self.assertIn("2D, 5 points, 64 squared, double: same bits, checksum ", done.stdout)
        self.assertIn("GPU: Test GPU, ", done.stdout)
        page = (self.folder / "out/compare.html").read_text()
        for words in ("Test GPU, side by side", "same bits", "GPU to all", "How to read it", "scripts/compare --build"):
            self.assertIn(words, page)
        for outside in ("<link", "<script", 'src="h', "url(http"):
            self.assertNotIn(outside, page)

    def test_what_is_missing_is_said(self):
        cards = {"exit 9": "No GPU: nvidia-smi shows none here.",
                 "echo 'GPU 0: Some Card (UUID: 1)'": "There is a GPU (GPU 0: Some Card ), but no nvcc: install CUDA 12.2 or later"}
        if any((pathlib.Path(folder) / "nvcc").exists() for folder in [*os.environ["PATH"].split(":"), "/usr/local/cuda/bin"]):
            cards.popitem()  # then it would be built
        for shown, message in cards.items():
            done = self.compare(cards=shown)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(message, done.stdout)
            self.assertIn(message, (self.folder / "out/compare.html").read_text())
            self.assertIn("all to one", done.stdout)

    def test_two_cpus_are_refused(self):
        done = self.compare("--gpu-build", BUILD)
        self.refused(done, 2, "two CPUs are no CPU and GPU (give --gpu a build of the preset cuda)")
        done = self.compare(build=self.folder / "card", *self.card())
        self.refused(done, 2, f"{self.folder}/card is a build for a GPU, Test GPU (give --cpu a build of the preset openmp)")
        done = self.compare(*self.card('s/"commit": "/&old/'))
        self.refused(done, 2, "(build both anew)")

    def test_other_fields_are_not_compared(self):
        done = self.compare(*self.card("s/checksum [0-9a-f]*/checksum 0123456789abcdef/"))
        self.refused(done, 1, "the devices ended with different fields")
        self.assertIn("DIFFERENT FIELDS, checksums 0123456789abcdef, ", done.stdout)
        self.assertIsNone(json.loads((self.folder / "out/compare.json").read_text())["tables"]["table"][0]["GPU to all"])

    def test_bad_arguments(self):
        self.refused(self.compare("--no-such"), 2, "unknown argument --no-such")
        self.refused(self.compare("--cpu-only", problems="heat4d"), 2, "no problem heat4d (there are heat2d,")
        self.refused(self.compare("--cpu-only", build="/nowhere"), 2, "no program /nowhere/bin/bench (build it")

    def test_sizes_fit_the_memory(self):
        both, one = ("heat2d", "heat3d", "wave"), ("heat2d",)
        self.assertEqual(size_of(None, both, "double", {"a": 1e12}).name, "large")
        self.assertEqual(size_of(None, both, "double", {"a": 1e12, "the GPU": 5e9}).name, "middle")
        self.assertEqual(size_of(None, one, "double", {"a": 5e9}).name, "large")
        self.assertEqual(size_of("6000,300", both, "double", {"a": 1e12}), Size("own", 6000, 300))
        for text, message in (("huge", "give large, middle, small, or"), ("8,512", "8 nodes along an axis are too few"),
                              ("4096,2000", "wave takes about 768.0 GB, the GPU has 80.0 GB free")):
            with self.assertRaisesRegex(BadInput, message):
                size_of(text, both, "double", {"a": 1e12, "the GPU": 8e10})


if __name__ == "__main__":
    unittest.main()
