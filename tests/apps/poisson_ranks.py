#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-poisson on 1 to 4 ranks makes the iterations and writes the files of a run without a launcher.

usage: poisson_ranks.py POISSON MPIEXEC OPTION...      the last option is that for the number of ranks
"""

import json
import sys

from ranks import Ranks, unittest

Ranks.program, Ranks.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]

RHS = '[poisson]\nrhs = "sin(4*x)*cos(3*y) + x"\n'
BODY = '[poisson.body]\nshape = "circle"\nvalue = 0.5\n'


def boundary(**faces):
    return "[boundary]\n" + "".join(f"{name} = {{ {rule} }}\n" for name, rule in faces.items())


PERIODIC, OUTFLOW = 'kind = "periodic"', 'kind = "zero-gradient"'
VALUE = 'kind = "value", value = "x - y"'
FLUX = 'kind = "neumann", flux = "x + y"'
PROBLEMS = {
    # The published flow around a body: values, an outflow; with a flux, on an odd number of nodes.
    "channel": "nodes = [41, 29]\nupper = [2.0, 1.0]\n" + RHS + BODY + boundary(west=VALUE, east=OUTFLOW, south=FLUX),
    "outflows": "nodes = [27, 34]\n" + RHS + boundary(west=OUTFLOW, east=VALUE, south=OUTFLOW, north=OUTFLOW),
    # No value is known anywhere: means and sums over all ranks decide.
    "singular": 'nodes = [24, 31]\nprecision = "float"\n'
    + '[poisson]\nrhs = "cos(pi*y)"\n[initial]\nexpression = "x + y*y"\n' + boundary(west=PERIODIC, east=PERIODIC, south='kind = "neumann"', north='kind = "neumann"'),
    "volume": "nodes = [13, 18, 15]\n" + RHS + boundary(bottom=PERIODIC, top=PERIODIC, north=FLUX),
}


class SameFiles(Ranks):
    def one_solution(self, problem, *ways):
        """On 2, 3 and 4 ranks, each by a method, against the same method on one."""
        (self.folder / "run.toml").write_text(PROBLEMS[problem])
        for ranks, way in zip((2, 3, 4), ways):
            name = f"{ranks}-{way[0]}"
            run = ["--config", "run.toml", "--method", *way, "--quiet", "--output"]
            self.succeeds(None, [*run, "alone-" + name])
            self.succeeds(ranks, [*run, name])
            self.expect_same_files(name, "alone-" + name)

    def test_channel(self):
        self.one_solution("channel", ["jacobi", "--iterations", "150"], ["multigrid-cg"], ["cg"])

    def test_outflows(self):
        self.one_solution("outflows", ["multigrid-cg"], ["weighted-jacobi", "--iterations", "70"], ["sor", "--scheme", "direct"])

    def test_singular(self):
        self.one_solution("singular", *([way, "--tolerance", "2e-3"] for way in ("sor", "cg", "multigrid-cg")))

    def test_volume(self):
        self.one_solution("volume", ["chebyshev"], ["multigrid-cg"], ["jacobi", "--iterations", "40", "--scheme", "streaming"])

    def test_the_record(self):
        run = ["--published", "--nodes", "64,32", "--iterations", "200", "--json", "-"]
        alone, shared = (json.loads(self.succeeds(ranks, run).stdout) for ranks in (None, 3))
        for key in ("checksum", "residual", "update_norm", "iterations", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual(shared["ranks"], 3)
        self.assertEqual(shared["halo_width"], shared["fused_steps"])

    def test_refusals_are_said_once(self):
        run = ["--nodes", "20,30", "--rhs", "1"]
        self.fails(3, [*run, "--scheme", "direct"], "method multigrid-cg chooses its sweeps itself", 2)
        self.fails(2, [*run, "--method", "cg", "--max-iterations", "3"], "no convergence to 1e-08 within 3 iterations", 1)
        self.fails(2, ["--nodes", "65,49", "--rhs", "1", "--tune"], "--tune on several ranks", 2)
        self.fails(12, ["--nodes", "5,6", "--rhs", "1", "--method", "sor"], "12 ranks can't share 5 x 6 nodes", 2)
        (self.folder / "free.toml").write_text("nodes = [12, 12]\n[poisson]\nrhs = 1.0\n" + boundary(**{
            side: 'kind = "neumann"' for side in ("west", "east", "south", "north")}))
        self.fails(2, ["--config", "free.toml", "--method", "cg"], "there is no solution", 2)


if __name__ == "__main__":
    unittest.main()
