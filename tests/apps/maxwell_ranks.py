#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-maxwell on 1 to 4 ranks writes the fields, traces and checkpoints that it writes without a launcher.

usage: maxwell_ranks.py MAXWELL MPIEXEC OPTION...      the launcher's options, the last one that for the number of ranks
"""

import json
import sys

from ranks import SameFiles, unittest

SameFiles.program, SameFiles.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]

PLANE = "nodes = [49, 57]\nsteps = 33\ndt = 5e-3\n"
BODY = '[obstacle]\nexpression = "(x-0.4)^2 + (y-0.6)^2 < 0.01"\n'
LISTENING = 'frequency = 9.0\nreceivers = "receivers.txt"\nreceiver-every = 2\n'
PROBLEMS = {
    "cavity": PLANE + '[initial]\nexpression = "sin(7*x)*cos(3*y)"\n' + BODY
    + '[maxwell]\npermittivity = "1 + x*y"\nsource = [0.502, 0.49]\n' + LISTENING,
    "wave": PLANE + 'precision = "float"\n[maxwell]\nwalls = ["absorbing", "periodic"]\nsource-kind = "plane-x"\n'
    + "source = [0.6, 0.1]\npml = 9\n" + LISTENING,
    "layers": PLANE + '[maxwell]\nwalls = ["absorbing", "conducting"]\nsource-kind = "hard"\nsource = [0.5, 0.99]\n' + LISTENING,
    "volume": "nodes = [23, 17, 29]\nsteps = 21\ndt = 1e-2\n" + '[initial]\nexpression = "sin(5*x)*sin(4*y)*z"\n'
    + '[maxwell]\nwalls = ["conducting", "periodic", "conducting"]\npermittivity = "2 + x"\nsource = [0.5, 0.47, 0.61]\n'
    + 'frequency = 5.0\nsource-direction = "y"\n',
    "open volume": "nodes = [17, 13, 19]\nsteps = 21\ndt = 1e-2\n"
    + '[maxwell]\nwalls = ["absorbing", "periodic", "absorbing"]\npml = 4\nsource-kind = "hard"\n'
    + "source = [0.5, 0.47, 0.61]\nfrequency = 5.0\n",
}


class Maxwell(SameFiles):
    PROBLEMS = PROBLEMS

    def test_cavity(self):
        self.one_result_of("cavity", {2: ["temporal", "--fused-steps", "3"], 3: ["auto"], 4: ["streaming"], 1: ["direct"]})

    def test_wave(self):
        self.one_result_of("wave", {3: ["tiled"], 4: ["temporal", "--fused-steps", "7"]})

    def test_layers(self):
        self.one_result_of("layers", {2: ["direct"], 3: ["temporal", "--fused-steps", "2"]})

    def test_volume(self):
        self.one_result_of("volume", {2: ["streaming"], 3: ["temporal", "--fused-steps", "3"]})

    def test_open_volume(self):
        self.one_result_of("open volume", {2: ["temporal", "--fused-steps", "2"], 4: ["auto"]})

    def test_tuning(self):
        self.one_tuned_result(["--nodes", "65,49", "--initial", "x*y"], 3)

    def test_restart_on_other_numbers_of_ranks(self):
        self.one_result_restarted(self.write("wave"), 15, ((None, 3), (4, 2)))

    def test_the_standing_wave_is_checked(self):
        run = ["--initial", "standing", "--nodes", "41,41", "--steps", "20", "--dt", "1e-2", "--verify", "--json", "-"]
        alone, shared = (json.loads(self.succeeds(ranks, run).stdout) for ranks in (None, 3))
        for key in ("checksum", "max_error", "rms_error", "steps", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual((alone["ranks"], shared["ranks"]), (1, 3))

    def test_the_record_says_how_the_grid_is_shared(self):
        run = [*self.write("cavity")[:2], "--scheme", "temporal", "--fused-steps", "4", "--blocks", "2,2", "--json", "-"]
        shared = json.loads(self.succeeds(4, run).stdout)
        self.assertEqual(
            {key: shared[key] for key in ("ranks", "blocks", "halo_width")},
            {"ranks": 4, "blocks": [2, 2], "halo_width": 4},
        )
        self.assertIn(shared["transport"], ("MPI", "NCCL", "peer access"))
        # Ez, Hx and Hy. What lies beyond a wall is the other side, so each axis is cut twice: its halos both ways, and
        # the corners of four blocks, 4 nodes deep, a sweep of 4 steps.
        values = 3 * (2 * 2 * 4 * (49 + 57) + 4 * 4 * 4 * 4)
        self.assertEqual(shared["halo_bytes_per_step"], values * 8 // 4)

    def test_refusals_are_said_once(self):
        run = self.write("cavity")
        self.fails(4, [*run, "--scheme", "temporal", "--fused-steps", "30"], "4 ranks can't share 49 x 57 nodes", 2)
        self.fails(3, [*run, "--source", "2,2"], "the source", 2)


if __name__ == "__main__":
    unittest.main()
