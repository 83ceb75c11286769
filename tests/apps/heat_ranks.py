#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tessera-heat on 1 to 4 ranks writes the files that it writes without a launcher, to the last byte.

usage: heat_ranks.py HEAT MPIEXEC OPTION...      the launcher's options, the last one that for the number of ranks
"""

import json
import sys

from ranks import Ranks, unittest

Ranks.program, Ranks.launcher = sys.argv[1], sys.argv[2:]
del sys.argv[1:]

START = '[initial]\nexpression = "sin(5*x)*cos(3*y) + z + x*y"\n'
SOURCE = '[source]\nexpression = "10*x + y"\ntime = "cos(300*t)"\n'
OBSTACLE = '[obstacle]\nexpression = "(x-0.4)^2 + (y-0.5)^2 < 0.03"\nvalue = 0.7\n'
MATTER = '[heat]\ndiffusivity = "1 + 0.5*sin(3*x)*cos(2*y)"\n'
PLANE = "nodes = [37, 53]\nupper = [1.0, 2.0]\nsteps = 13\ndt = 1e-4\n"
FLOAT = 'precision = "float"\n'


def boundary(**faces):
    return "[boundary]\n" + "".join(f"{name} = {{ {rule} }}\n" for name, rule in faces.items())


PERIODIC = 'kind = "periodic"'
GRADIENT = 'kind = "zero-gradient"'
FLUX = 'kind = "neumann", flux = "x + y", time = "cos(200*t)"'
VALUE = 'kind = "value", value = "1 + x - y", time = "sin(100*t)"'
PROBLEMS = {
    "line": "nodes = [101]\nsteps = 13\ndt = 2e-5\n" + START + SOURCE + boundary(west=FLUX, east=GRADIENT),
    "ring": "nodes = [64]\nsteps = 13\ndt = 2e-5\n" + FLOAT + START + boundary(west=PERIODIC, east=PERIODIC),
    "plane": PLANE + START + boundary(west=VALUE, east=FLUX, south=GRADIENT),
    "obstacle": PLANE + FLOAT + START + OBSTACLE + boundary(west=FLUX, east=GRADIENT, south=VALUE, north=FLUX),
    "matter": PLANE + START + SOURCE + MATTER + OBSTACLE + boundary(west=PERIODIC, east=PERIODIC, south=FLUX, north=VALUE),
    "volume": "nodes = [29, 17, 23]\nsteps = 13\ndt = 1e-4\n" + START + SOURCE + OBSTACLE + MATTER
    + boundary(west=PERIODIC, east=PERIODIC, south=FLUX, north=GRADIENT, bottom=VALUE),
}

# Runs a program and says its peak, after the number of its rank.
PEAK = """import os, resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
rank = next(os.environ[name] for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID") if name in os.environ)
sys.stdout.write(f"peak {rank} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}\\n")
sys.exit(code)
"""


class SameFiles(Ranks):
    def write(self, problem):
        (self.folder / "run.toml").write_text(PROBLEMS[problem])

    def one_result_of(self, problem, ways):
        self.write(problem)
        run = ["--config", "run.toml", "--output-every", "6", "--checkpoint-every", "9", "--quiet"]
        self.one_result(run, ways)

    def test_line(self):
        self.one_result_of("line", {2: ["temporal", "--fused-steps", "3"], 3: ["auto"], 4: ["direct"], 1: ["tiled"]})

    def test_ring(self):
        self.one_result_of("ring", {3: ["tiled"], 4: ["auto"]})

    def test_plane(self):
        self.one_result_of("plane", {2: ["streaming"], 4: ["temporal", "--fused-steps", "3"]})

    def test_obstacle(self):
        self.one_result_of("obstacle", {2: ["auto"], 3: ["temporal", "--fused-steps", "8"]})

    def test_matter(self):
        self.one_result_of("matter", {3: ["direct"], 4: ["tiled"]})

    def test_volume(self):
        self.one_result_of("volume", {2: ["temporal", "--fused-steps", "4"], 3: ["streaming"], 4: ["auto"]})

    def test_a_named_field_has_its_errors(self):
        run = ["--initial", "sine", "--steps", "100", "--end-time", "0.1", "--json", "-"]
        alone, shared = (json.loads(self.succeeds(ranks, run).stdout) for ranks in (None, 3))
        for key in ("checksum", "max_error", "rms_error", "steps", "nodes"):
            self.assertEqual(shared[key], alone[key], key)
        self.assertEqual((alone["ranks"], shared["ranks"]), (1, 3))

    def test_tuning(self):
        self.one_tuned_result(["--nodes", "65,49", "--initial", "x*y"], 2)

    def test_restart_on_other_numbers_of_ranks(self):
        self.write("matter")
        self.one_result_restarted(["--config", "run.toml", "--quiet"], 4, ((None, 3), (3, 2), (2, None)))

    def test_fields_from_files(self):
        self.write("plane")
        self.succeeds(None, ["--config", "run.toml", "--quiet", "--output", "first"])
        run = ["--config", "run.toml", "--initial", "first/final.h5", "--diffusivity", "1.5 + 0.1*x", "--quiet", "--output"]
        self.succeeds(None, [*run, "alone"])
        self.succeeds(3, [*run, "shared"])
        self.expect_same_files("shared", "alone")

    def peaks_of(self, ranks, arguments):
        """The most resident memory of each rank, in bytes."""
        (self.folder / "peak.py").write_text(PEAK)
        program = [sys.executable, "peak.py", self.program]
        said = self.succeeds(ranks, [*arguments, "--threads", "1", "--quiet"], program=program).stdout
        return [1024 * int(line.split()[2]) for line in sorted(said.splitlines()) if line.startswith("peak ")]

    def test_a_rank_holds_its_part(self):
        with open(self.program, "rb") as program:
            if b"__asan_init" in program.read():
                self.skipTest("sanitizers hold memory of their own")
        small, large = 24, 184
        run = ["--initial", "gaussian", "--scheme", "direct", "--dt", "1e-7", "--no-paraview"]
        run += ["--checkpoint-every", "2"]
        nothing = self.peaks_of(4, [*run, "--steps", "2", "--output", "small", "--nodes", f"{small},{small},{small}"])
        run += ["--output", "large", "--nodes", f"{large},{large},{large}"]
        for what in ([*run, "--steps", "2"], [*run, "--steps", "4", "--restart", "large/checkpoint-2.h5"]):
            peaks = self.peaks_of(4, what)
            self.assertEqual((len(nothing), len(peaks)), (4, 4))
            whole = 8 * large**3
            # A rank steps two levels of a quarter. Rank 0 also gathers 16 MiB, three times, while it writes.
            grown = [(peak - before) / whole for peak, before in zip(peaks, nothing)]
            self.assertLess(max(grown[1:]), 0.95, grown)
            self.assertLess(grown[0], 1.9, grown)

    def test_the_record_says_how_the_grid_is_shared(self):
        self.write("plane")
        run = ["--config", "run.toml", "--scheme", "temporal", "--fused-steps", "4", "--json", "-"]
        alone = json.loads(self.succeeds(None, run).stdout)
        shared = json.loads(self.succeeds(4, [*run, "--blocks", "2,2"]).stdout)
        self.assertEqual(shared["checksum"], alone["checksum"])
        self.assertEqual(
            {key: shared[key] for key in ("ranks", "blocks", "halo_width")},
            {"ranks": 4, "blocks": [2, 2], "halo_width": 4},
        )
        self.assertIn(shared["transport"], ("MPI", "NCCL", "peer access"))
        # Each cut's halos both ways, and the corners of four blocks, 4 nodes deep, a sweep of 4 steps.
        values = 2 * 4 * (37 + 53) + 4 * 4 * 4
        self.assertEqual(shared["halo_bytes_per_step"], values * 8 // 4)
        self.assertEqual(set(shared) - set(alone), {"blocks", "transport", "halo_width", "halo_bytes_per_step"})


if __name__ == "__main__":
    unittest.main()
