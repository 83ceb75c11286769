#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on three ranks: errors are said once, a rank that fails or dies ends the job, and no rank hangs.

usage: rank_failures.py HEAT TEAM_PROGRAM MPIEXEC OPTION...      the last option is that for the number of ranks
"""

import os
import signal
import subprocess
import sys
import time

from ranks import Ranks, unittest

Ranks.program, TEAM = sys.argv[1:3]
Ranks.launcher = sys.argv[3:]
del sys.argv[1:]

LONG = ["--nodes", "300,300", "--initial", "gaussian", "--steps", "100000000", "--dt", "1e-7"]


class Failures(Ranks):
    def team(self, how, words, status):
        self.fails(3, [how], words, status, program=[TEAM])

    def test_all_is_well(self):
        done = self.run_on(3, [], [TEAM])
        self.assertEqual((done.returncode, done.stdout), (0, "all\n"), done.stderr)

    def test_one_rank_throws_while_others_wait(self):
        self.team("throws", "team_program: error: rank 2: the disk is full (", 1)
        self.team("refuses", "team_program: error: rank 2: there is no such file (", 2)

    def test_what_is_agreed_is_said_once(self):
        self.team("all-refuse", "team_program: error: there are no such nodes (", 2)
        self.team("one-refuses", "team_program: error: rank 2: there is no such file here (", 2)
        self.team("differs", "the number of steps is 7 here and 8 on rank 0", 2)

    def test_a_rank_is_killed(self):
        begin = time.monotonic()
        self.assertNotEqual(self.run_on(3, ["killed"], [TEAM]).returncode, 0)
        self.assertLess(time.monotonic() - begin, 30)


class Heat(Ranks):
    def test_bad_input_is_said_once(self):
        self.all_fail(
            (3, ["--config", "none.toml"], "none.toml", 2),
            (3, ["--initial", "sine", "--scheme", "quick"], "scheme 'quick' is unknown", 2),
            (3, ["--initial", "sine", "--output", "/dev/null/x"], "/dev/null/x", 2),
            (3, ["--initial", "sine", "--blocks", "2,2"], "2 x 2 blocks for 3 ranks", 2),
            (3, ["--initial", "sine", "--scheme", "auto", "--fused-steps", "4"], "scheme auto chooses its tile", 2),
            (3, ["--initial", "sine", "--blocks", "3"], "--blocks has 1 values for 2 axes", 2),
            (3, ["--initial", "sine", "--scheme", "temporal", "--fused-steps", "20"], "3 ranks can't share 33 x 33 nodes", 2),
        )

    def test_the_field_diverges(self):
        run = ["--initial", "gaussian", "--nodes", "40,40", "--steps", "4000", "--dt", "0.01", "--allow-unstable"]
        self.fails(3, run, "the field is not finite at step", 1)

    def test_ranks_with_other_options(self):
        (self.folder / "start").write_text(
            f'#!/bin/sh\nif [ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = 1 ]; then steps=20; else steps=10; fi\nexec {self.program} "$@" --steps $steps\n'
        )
        (self.folder / "start").chmod(0o755)
        self.fails(3, [*LONG[:4], "--dt", "1e-7"], "rank 1: steps is 20 here and 10 on rank 0", 2, program=["./start"])

    def test_without_a_launcher_mpi_is_not_initialised(self):
        broken = {"OMPI_MCA_pml": "none_of_these", "MPIR_CVAR_CH4_NETMOD": "none_of_these"}
        run = ["--initial", "sine", "--steps", "1", "--dt", "1e-3"]
        self.succeeds(None, run, **broken)
        self.assertNotEqual(self.run_on(2, run, **broken).returncode, 0)

    def test_a_signal_leaves_a_checkpoint(self):
        last, step = self.stopped_by_signal(3, [*LONG, "--output", "out", "--checkpoint-every", "2000"])
        steps = ["--steps", str(step + 10), "--output", "out", "--restart", last, "--quiet"]
        self.succeeds(2, [*LONG[:4], *LONG[6:], *steps])
        self.succeeds(None, [*LONG[:4], *LONG[6:], "--steps", str(step + 10), "--output", "alone", "--quiet"])
        self.assertTrue(self.files("out")["final.h5"] == self.files("alone")["final.h5"])

    def test_a_killed_rank_ends_the_job(self):
        job = self.begin(3, [*LONG, "--output", "out", "--checkpoint-every", "2000"])
        ranks = subprocess.run(["ps", "--ppid", str(job.pid), "-o", "pid="], check=True, stdout=subprocess.PIPE, text=True)
        os.kill(int(ranks.stdout.split()[1]), signal.SIGKILL)
        begin = time.monotonic()
        job.communicate(timeout=30)
        self.assertNotEqual(job.returncode, 0)
        self.assertLess(time.monotonic() - begin, 20)


if __name__ == "__main__":
    unittest.main()
