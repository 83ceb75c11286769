#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-flow on 1 to 4 ranks writes the fields, pictures, histories and checkpoints that it writes without a launcher.

usage: flow_ranks.py FLOW MPIEXEC OPTION...      the launcher's options, the last one that for the number of ranks
"""

import json
import sys

from ranks import SameFiles, unittest

SameFiles.program, SameFiles.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]

VORTEX = '[initial]\nexpression = "sin(6*x)*cos(2*y) + exp(-9*((x-1)^2+(y-0.4)^2))"\n'
PERIODIC = '{ kind = "periodic" }'
PROBLEMS = {
    # A body that is cut both in halves and in quarters, with a wake that is not symmetric.
    "channel": "nodes = [49, 33]\nupper = [3.0, 2.0]\nsteps = 4\n" + VORTEX
    + '[flow]\nreynolds = 80\ntolerance = 1e-4\nwest = { kind = "inflow", profile = "y*(2-y)" }\neast = { kind = "outflow" }\n'
    + '[flow.body]\nshape = "circle"\ncentre = [1.5, 1.05]\nradius = 0.3\n',
    "cavity": 'nodes = [33, 27]\nsteps = 4\nprecision = "float"\n'
    + '[flow]\nreynolds = 60\ntolerance = 1e-4\ncontours = 0\nnorth = { kind = "wall", speed = 1.0 }\nwest = { kind = "slip" }\n',
    # Periodic, around a body: neither flows in nor out.
    "pipe": "nodes = [40, 34]\nupper = [2.0, 1.7]\nsteps = 4\ndt = 5e-3\n" + VORTEX
    + f"[flow]\nreynolds = 40\ncontours = 0\ntolerance = 1e-4\nwest = {PERIODIC}\neast = {PERIODIC}\n"
    + '[flow.body]\nshape = "rectangle"\ncentre = [0.95, 0.85]\nsize = [0.3, 0.4]\n',
    # Nothing fixes psi: means over all ranks do.
    "plane": "nodes = [36, 29]\nend-time = 0.04\nsteps = 4\n" + VORTEX
    + "[flow]\nreynolds = 40\ncontours = 0\ntolerance = 1e-4\n" + "".join(f"{side} = {PERIODIC}\n" for side in ("west", "east", "south", "north")),
}


class Flow(SameFiles):
    PROBLEMS = PROBLEMS

    def one_result_of(self, problem, ways):
        self.one_result([*self.write(problem), "--output-every", "3", "--checkpoint-every", "2"], ways)

    def test_channel(self):
        self.one_result_of("channel", {2: ["tiled"], 3: ["direct"], 4: ["tiled", "--tile", "8,4", "--blocks", "2,2"], 1: ["auto"]})

    def test_cavity(self):
        self.one_result_of("cavity", {2: ["direct", "--blocks", "2,1"], 3: ["tiled"]})

    def test_pipe(self):
        self.one_result_of("pipe", {3: ["direct", "--blocks", "3,1"], 4: ["auto", "--blocks", "2,2"]})

    def test_plane(self):
        self.one_result_of("plane", {2: ["auto"], 3: ["tiled", "--blocks", "1,3"]})

    def test_restart_on_other_numbers_of_ranks(self):
        self.one_result_restarted(self.write("channel"), 2, ((4, None),))

    def test_the_record(self):
        run = ["--published", "--nodes", "64,32", "--steps", "4", "--tolerance", "1e-4", "--json", "-"]
        alone = json.loads(self.succeeds(None, run).stdout)
        shared = json.loads(self.succeeds(4, [*run, "--blocks", "2,2"]).stdout)
        for key in ("checksum", "steps", "dt", "change", "mean_drag", "mean_lift", "rms_lift", "viscosity", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual(
            {key: shared[key] for key in ("ranks", "blocks", "halo_width")},
            {"ranks": 4, "blocks": [2, 2], "halo_width": 1},
        )
        # One halo of both cuts, both ways, with the corners of four blocks; three stages fill several each.
        halo = 8 * (2 * (64 + 32) + 4)
        self.assertEqual(shared["halo_bytes_per_step"] % halo, 0)
        self.assertGreater(shared["halo_bytes_per_step"], 3 * 4 * halo)
        self.assertEqual(set(shared) - set(alone), {"blocks", "transport", "halo_width", "halo_bytes_per_step"})

    def test_a_signal_leaves_a_checkpoint(self):
        run = self.write("channel")
        last, step = self.stopped_by_signal(3, [*run, "--steps", "100000", "--output", "out", "--checkpoint-every", "2"])
        run += ["--steps", str(step + 2), "--output"]
        self.succeeds(2, [*run, "out", "--restart", last])
        self.succeeds(None, [*run, "alone"])
        for file in ("final.h5", "history.csv"):
            self.assertTrue(self.files("out")[file] == self.files("alone")[file], file)

    def test_failures_are_said_once(self):
        run = self.write("channel")
        self.all_fail(
            (2, [*run, "--cfl", "3"], "cfl is 3, more than", 2),
            (2, [*run, "--scheme", "direct", "--tile", "4,4"], "scheme direct takes no tile", 2),
            (3, [*run, "--blocks", "2,2"], "2 x 2 blocks for 3 ranks", 2),
            (2, [*run, "--max-iterations", "1"], "Poisson's equation did not converge: after 1 iterations", 1),
            (2, [*run, "--dt", "0.1"], "at step 0 (t = 0) dt 0.1 carries the flow over", 1),
            (2, [*run, "--dt", "1e4", "--allow-unstable"], "(t = 0, dt 10000): ", 1),
        )

    def test_ranks_with_other_options(self):
        (self.folder / "start").write_text(
            f'#!/bin/sh\nif [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = 1 ]; then re=70; else re=80; fi\nexec {self.program} "$@" --reynolds $re\n'
        )
        (self.folder / "start").chmod(0o755)
        self.fails(2, self.write("channel"), "rank 1: viscosity is ", 2, program=["./start"])


if __name__ == "__main__":
    unittest.main()
