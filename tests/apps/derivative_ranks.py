#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-derivative on 1 to 4 ranks writes the files that it writes without a launcher, to the last byte.

usage: derivative_ranks.py DERIVATIVE MPIEXEC OPTION...      the last option is that for the number of ranks
"""

import json
import sys

from ranks import Ranks, unittest

Ranks.program, Ranks.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]


class SameFiles(Ranks):
    def files(self, name):
        """Of all axes: each has a folder."""
        folder = self.folder / name
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def test_volume(self):
        run = ["--nodes", "19,5,23", "--initial", "sin(5*x)*y + z*z", "--order", "4", "--steps", "1", "--quiet", "--output"]
        self.succeeds(None, [*run, "alone"])
        for ranks in (1, 2, 3, 4):
            self.succeeds(ranks, [*run, str(ranks)])
            self.expect_same_files(str(ranks), "alone")
        self.assertEqual(sum(name.endswith("final.h5") for name in self.files("alone")), 3)

    def test_errors_and_checksum(self):
        run = ["--nodes", "30,40", "--precision", "float", "--derivative", "2", "--steps", "2", "--json", "-"]
        alone, shared = (json.loads(self.succeeds(ranks, run).stdout) for ranks in (None, 3))
        for key in ("checksum", "max_error", "rms_error", "steps", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual(shared["ranks"], 3)

    def test_refusals_are_said_once(self):
        self.fails(3, ["--nodes", "100"], "3 ranks can't share one line", 2)
        self.fails(3, ["--nodes", "100,2"], "3 ranks can't share 1 x 2 lines along axis 0", 2)
        self.fails(2, ["--nodes", "100,20", "--order", "7"], "order", 2)


if __name__ == "__main__":
    unittest.main()
