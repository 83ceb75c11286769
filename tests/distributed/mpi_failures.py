#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A rank that fails ends the job, with one line that says why, and no other rank waits for it.

usage: mpi_failures.py PROGRAM MPIEXEC ARGUMENT...      the launcher's arguments for three ranks
"""
import os
import subprocess
import sys
import time
import unittest

PROGRAM, LAUNCHER = sys.argv[1], sys.argv[2:]
del sys.argv[1:]


def run(how, **environment):
    begin = time.monotonic()
    command, out = [*LAUNCHER, PROGRAM, how], {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, check=False, env=os.environ | environment, text=True, timeout=60, **out)
    return done.returncode, done.stdout, time.monotonic() - begin


class Failures(unittest.TestCase):
    def ends(self, how, words, status=None):
        code, said, seconds = run(how)
        self.assertNotEqual(code, 0, said)
        if status is not None:
            self.assertEqual(code, status, said)
        self.assertEqual(said.count(words), 1, said)
        self.assertLess(seconds, 30, said)

    def test_an_exception_on_one_rank(self):
        self.ends("throws", "rank 1: the disk is full")

    def test_an_exception_that_leaves_the_session(self):
        self.ends("leaves_the_scope", "rank 1: an exception ends this rank, and with it the job")

    def test_a_rank_that_is_killed(self):
        code, said, seconds = run("killed")
        self.assertNotEqual(code, 0, said)
        self.assertLess(seconds, 30, said)

    def test_a_rank_that_is_stopped(self):
        code, said, seconds = run("stopped", TESSERA_PATIENCE="1")
        self.assertEqual(code, 1, said)
        # A rank that gets no core for a while looks at the clock later than after 1 s.
        self.assertRegex(said, r"rank [02]: after \d s no message has come from rank 1 in exchange \d+ of the field 'u' \(")
        self.assertLess(seconds, 30, said)

    def test_a_patience_that_is_no_number(self):
        code, said, _ = run("stopped", TESSERA_PATIENCE="soon")
        self.assertNotEqual(code, 0, said)
        self.assertIn("TESSERA_PATIENCE is 'soon' (give whole seconds, or 0 to wait for ever)", said)

    def test_what_all_ranks_refuse_is_said_once(self):
        self.ends("refused", "3 ranks can't share 37 x 53 nodes", status=2)

    def test_ranks_that_fuse_other_steps_from_the_start(self):
        self.ends("own_choice", "the number of fused steps is 3 here and 4 on rank 0", status=2)

    def test_ranks_that_fuse_other_steps(self):
        code, said, seconds = run("other_steps")
        self.assertNotEqual(code, 0, said)
        # MPICH itself ends the job in MPI_Testall, with words of its own.
        self.assertRegex(said, r"do all ranks make the same steps, with the same fused steps\?|internal_Testall")
        self.assertLess(seconds, 30, said)


if __name__ == "__main__":
    unittest.main()
