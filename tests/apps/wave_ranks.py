#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-wave on 1 to 4 ranks writes the fields, traces and checkpoints that it writes without a launcher.

usage: wave_ranks.py WAVE MPIEXEC OPTION...      the launcher's options, the last one that for the number of ranks
"""

import json
import sys

from ranks import SameFiles, unittest

SameFiles.program, SameFiles.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]

PLANE = "nodes = [49, 57]\nsteps = 33\ndt = 5e-3\n"
LISTENING = 'source = [0.502, 0.49]\nfrequency = 9.0\nreceivers = "receivers.txt"\nreceiver-every = 2\n'
PERIODIC = "[boundary]\n" + "".join(f'{side} = {{ kind = "periodic" }}\n' for side in ("west", "east", "south", "north"))
PROBLEMS = {
    "sponge": PLANE + '[wave]\norder = 8\nsponge = 8\nvelocity = "1 + 0.4*x*y"\n' + LISTENING,
    "body": PLANE + 'precision = "float"\n[obstacle]\nexpression = "(x-0.4)^2 + (y-0.6)^2 < 0.01"\nvalue = 0\n'
    + '[boundary]\nwest = { kind = "neumann", flux = 0 }\nnorth = { kind = "zero-gradient" }\n'
    + '[wave]\norder = 8\ninterpolation = "nearest"\n' + LISTENING,
    "ring": PLANE + PERIODIC + '[initial]\nname = "plane"\n[wave]\norder = 2\n' + LISTENING.replace("0.502", "0.979"),
    "volume": "nodes = [23, 17, 29]\nsteps = 33\ndt = 1e-2\n[wave]\norder = 2\n"
    + "source = [0.5, 0.47, 0.61]\nfrequency = 5.0\n",
}


class Wave(SameFiles):
    PROBLEMS = PROBLEMS

    def test_sponge(self):
        self.one_result_of("sponge", {2: ["temporal", "--fused-steps", "3"], 3: ["auto"], 4: ["streaming"], 1: ["direct"]})

    def test_body(self):
        self.one_result_of("body", {3: ["two-pass"], 4: ["temporal", "--fused-steps", "4"]})

    def test_ring(self):
        self.one_result_of("ring", {2: ["temporal", "--fused-steps", "2"], 3: ["tiled"]})

    def test_volume(self):
        self.one_result_of("volume", {2: ["streaming"], 3: ["temporal", "--fused-steps", "3"], 4: ["direct"]})

    def test_restart_on_other_numbers_of_ranks(self):
        for problem in ("sponge", "ring"):
            with self.subTest(problem):
                ranks = ((None, 3), (4, 2)) if problem == "sponge" else ((2, 3),)
                self.one_result_restarted(self.write(problem), 15, ranks)
                self.tearDown()
                self.setUp()

    def test_a_named_field_has_its_errors(self):
        run = ["--initial", "standing", "--nodes", "41,41", "--steps", "20", "--dt", "1e-2", "--json", "-"]
        alone, shared = (json.loads(self.succeeds(ranks, run).stdout) for ranks in (None, 3))
        for key in ("checksum", "max_error", "rms_error", "steps", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual((alone["ranks"], shared["ranks"]), (1, 3))
        self.assertEqual(shared["halo_width"], shared["fused_steps"] * 4)

    def test_refusals_are_said_once(self):
        run = self.write("sponge")
        self.fails(4, [*run, "--scheme", "temporal", "--fused-steps", "9"], "4 ranks can't share 49 x 57 nodes", 2)
        self.fails(3, [*run, "--source", "2,2"], "the source", 2)
        (self.folder / "receivers.txt").write_text("7 7\n")
        self.fails(3, run, "receiver 1", 2)


if __name__ == "__main__":
    unittest.main()
