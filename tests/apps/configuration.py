#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the programs do in place of a run: --print-config prints a configuration that makes the very same run, --check ends
as the run would, --tune prints options, and without arguments there is an example. And what a summary says was written.

usage: configuration.py PROGRAM...    of those in RUNS
"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = {pathlib.Path(path).name: pathlib.Path(path).resolve() for path in sys.argv[1:]}
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "apps"
del sys.argv[1:]

STEPS = ["--steps", "7", "--dt", "1e-4"]
# Runs that have something in every table of the configuration; the files are those of Programs.setUp.
RUNS = {
    "tessera-heat": [
        ["--initial", "sine", "--nodes", "17,19"],
        ["--config", EXAMPLES / "heat/examples/plate.toml", "--nodes", "41,21", "--dt", "1e-4", "--steps", "9"],
        ["--config", EXAMPLES / "heat/examples/ring.toml", "--nodes", "12,12,9", "--steps", "5"],
        ["--initial", "start/final.h5", "--diffusivity", "1+x", "--scheme", "tiled", "--tile", "16,8", "--blocks", "1,1", *STEPS],
        ["--config", "sub/masked.toml", *STEPS],
        ["--nodes", "21", "--end-time", "0.3"],
    ],
    "tessera-wave": [
        ["--initial", "plane", "--config", "periodic.toml", "--nodes", "21,23", "--order", "2", *STEPS],
        ["--config", EXAMPLES / "wave/examples/layers.toml", "--nodes", "101,76", "--sponge", "12", "--steps", "9"],
        ["--config", EXAMPLES / "wave/examples/cavity.toml", "--nodes", "17,17,21", "--steps", "5"],
        ["--config", EXAMPLES / "wave/examples/echo.toml", "--sponge", "default", "--steps", "9"],
        ["--initial", "start/final.h5", "--velocity", "1+y", "--source", "0.5,0.3", "--frequency", "9", *STEPS],
    ],
    "tessera-derivative": [
        ["--published", "--steps", "1", "--axis", "y"],
        ["--nodes", "16,18", "--steps", "1", "--derivative", "2"],
        ["--initial", "start/final.h5", "--order", "4", "--steps", "1"],
    ],
    "tessera-poisson": [
        ["--published", "--nodes", "64,32", "--iterations", "30"],
        ["--config", EXAMPLES / "poisson/examples/aerofoil.toml", "--nodes", "97,49"],
        ["--config", EXAMPLES / "poisson/examples/cavity.toml", "--nodes", "17,21,9", "--stop-on", "update"],
        ["--nodes", "17,17", "--rhs", "sin(pi*x)", "--method", "cg", "--precision", "float"],
    ],
    "tessera-flow": [
        ["--published", "--nodes", "64,32", "--steps", "4"],
        ["--config", EXAMPLES / "flow/examples/cavity.toml", "--nodes", "17,17", "--end-time", "0.2"],
        ["--config", EXAMPLES / "flow/examples/cylinder.toml", "--nodes", "97,33", "--steps", "3", "--dt", "1e-2"],
        ["--nodes", "65,33", "--reynolds", "80", "--body", "circle", "--initial", "x", "--end-time", "0.02"],
    ],
    "tessera-maxwell": [
        ["--initial", "standing", "--nodes", "21,23", "--verify", *STEPS],
        ["--config", EXAMPLES / "maxwell/examples/lens.toml", "--nodes", "81,61", "--pml", "4", "--steps", "9"],
        ["--nodes", "31,8", "--walls", "absorbing,periodic", "--source", "0.5,0", "--source-kind", "plane-x"]
        + ["--frequency", "5", "--permittivity", "x > 0.5 ? 4 : 1", *STEPS],
        ["--nodes", "9,11,13", "--source", "0.5,0.5,0.5", "--source-kind", "hard", "--frequency", "9"]
        + ["--walls", "absorbing,absorbing,conducting", "--pml", "3", *STEPS],
        ["--nodes", "9,7,11", "--walls", "periodic,periodic,conducting", "--source", "0,0,0.5", "--source-kind", "plane-z"]
        + ["--source-direction", "y", "--frequency", "4", *STEPS],
    ],
}


class Programs(unittest.TestCase):
    """Runs programs in a folder of its own, which holds the files that RUNS name."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        (self.folder / "sub").mkdir()
        faces = "".join(f'{face} = {{ kind = "periodic" }}\n' for face in ("west", "east", "south", "north"))
        (self.folder / "periodic.toml").write_text("[boundary]\n" + faces)
        (self.folder / "sub/masked.toml").write_text(
            "nodes = [21, 23]\n[initial]\nfile = '../start/final.h5:/u'\n[boundary]\nwest = { kind = 'neumann', flux = 'y', "
            "time = 't' }\n[source]\nvalue = 2\ntime = 'exp(-t)'\n[obstacle]\nfile = '../start/final.h5:/u'\nvalue = 'x'\n"
        )
        # A field that is not zero here and there, on a box that is not the unit box.
        (self.folder / "box.toml").write_text("nodes = [21, 23]\nlower = [0.1, 0]\nupper = [0.9, 0.7]\n")
        self.run_it("tessera-heat", "--config", "box.toml", "--initial", "x > 0.5 ? y : 0", "--steps", 0, "--output", "start")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_it(self, program, *arguments, code=0):
        done = subprocess.run(
            [PROGRAMS[program], *map(str, arguments)], cwd=self.folder, check=False, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, code, f"{program} {arguments}: {done.stderr}")
        return done


class Configurations(Programs):
    def checksum(self, program, arguments):
        return re.search(r"checksum ([0-9a-f]{16})", self.run_it(program, *arguments, "--threads", 1).stdout)[1]

    def test_the_printed_configuration_makes_the_same_run(self):
        printed = self.folder / "elsewhere/printed.toml"
        printed.parent.mkdir()
        for program in PROGRAMS:
            for arguments in RUNS[program]:
                with self.subTest(program=program, arguments=arguments):
                    printed.write_text(self.run_it(program, *arguments, "--print-config").stdout)
                    again = self.run_it(program, "--config", printed, "--print-config").stdout
                    self.assertEqual(again, printed.read_text())
                    self.assertEqual(self.checksum(program, ["--config", printed]), self.checksum(program, arguments))

    def test_a_restart_is_printed(self):
        run = ["--nodes", "17,17", "--initial", "gaussian", "--dt", "1e-4", "--steps"]
        self.run_it("tessera-heat", *run, 4, "--output", "out", "--checkpoint-every", 2, "--output-every", 2)
        rest = [*run, 9, "--restart", "out/checkpoint-2.h5", "--output-every", 3, "--output", "rest", "--json", "rest.json"]
        printed = self.run_it("tessera-heat", *rest, "--print-config").stdout
        for line in ('output = "rest"', "output-every = 3", 'restart = "out/checkpoint-2.h5"', 'json = "rest.json"'):
            self.assertIn(line + "\n", printed)
        self.assertFalse((self.folder / "rest").exists())
        (self.folder / "rest.toml").write_text(printed)
        self.assertEqual(self.checksum("tessera-heat", ["--config", "rest.toml"]), self.checksum("tessera-heat", [*run, 9]))

    def test_a_time_step_that_is_not_given_is_stable(self):
        for program, problem, end in (
            ("tessera-heat", ["--nodes", "17,19", "--initial", "gaussian"], 0.01),
            ("tessera-wave", ["--nodes", "17,19", "--initial", "standing"], 0.2),
            ("tessera-maxwell", ["--nodes", "17,19", "--initial", "standing"], 0.2),
        ):
            with self.subTest(program=program):
                if program not in PROGRAMS:
                    continue
                said = self.run_it(program, *problem, "--steps", 5).stdout
                dt, part, limit = re.search(r"dt (\S+) \(none given: (\S+) of the limit\), limit (\S+) = ", said).groups()
                self.assertEqual(part, "0.9")
                self.assertAlmostEqual(float(dt) / float(limit), 0.9, 4)
                said = self.run_it(program, *problem, "--end-time", end).stdout
                steps, dt = re.search(r" (\d+) steps of (\S+),", said).groups()
                self.assertAlmostEqual(int(steps) * float(dt) / end, 1, 4)
                self.assertLess(float(dt), 0.9001 * float(limit))
                self.assertGreater(float(dt) * int(steps) / (int(steps) - 1), 0.8999 * float(limit))
                self.assertNotIn("none given", self.run_it(program, *problem, "--steps", 5, "--dt", "1e-4").stdout)

    def test_a_check_runs_nothing(self):
        for program in PROGRAMS:
            for arguments in RUNS[program]:
                with self.subTest(program=program, arguments=arguments):
                    done = self.run_it(program, *arguments, "--check", "--output", "new/out", "--json", "new.json")
                    self.assertRegex(done.stdout, rf"(?m)^{program}: .* nodes, ")
                    self.assertIn("would write the final field in new/out/\n", done.stdout)
                    self.assertTrue(done.stdout.endswith("  nothing was run\n"), done.stdout)
                    self.assertFalse((self.folder / "new").exists())
                    self.assertFalse((self.folder / "new.json").exists())
                    self.assertEqual(self.run_it(program, *arguments, "--check", "--quiet").stdout, "")

    def test_without_arguments_a_program_says_how_to_begin(self):
        for program in PROGRAMS:
            with self.subTest(program=program):
                if program == "tessera-derivative":  # has a run of its own
                    self.assertRegex(self.run_it(program).stdout, r"(?m)^checksum ")
                    continue
                done = self.run_it(program, code=2)
                self.assertEqual(done.stdout, "")
                example = re.fullmatch(
                    rf"usage: {program} \[OPTIONS\]\nexample: {program} (.+)\n{program}: error: .* \(.*\)\n", done.stderr
                )[1]
                words = shlex.split(example)
                if program == "tessera-flow":  # the whole wake takes ten times as long
                    words[words.index("--end-time") + 1] = "0.1"
                self.run_it(program, *words)

    def test_every_example_of_the_help_is_taken(self):
        (self.folder / "apps").symlink_to(EXAMPLES)
        for program in PROGRAMS:
            examples = self.run_it(program, "--help").stdout.partition("\nExamples:\n")[2].splitlines()
            self.assertGreater(len(examples), 2)
            for example in filter(str.strip, examples):
                with self.subTest(example=example):
                    words = shlex.split(example)
                    words = words[3:] if words[0] == "mpirun" else words
                    self.assertEqual(words[0], program)
                    self.run_it(program, *words[1:], "--print-config")

    def test_tune_prints_options_that_are_taken(self):
        run = ["--nodes", "33,35", "--initial", "x*y"]
        for program in ("tessera-heat", "tessera-wave", "tessera-maxwell"):
            with self.subTest(program=program):
                if program not in PROGRAMS:
                    continue
                found, headline, rate = self.run_it(program, *run, "--tune").stdout.splitlines()[-3:]
                self.assertRegex(found, r"^--scheme [a-z-]+( --tile [0-9,]+)?( --fused-steps [0-9]+)?$")
                self.assertRegex(headline, rf"^{program}: 33 x 35 nodes, .* s a step, double, scheme ")
                self.assertRegex(rate, r"^  [0-9.e-]+ GCells/s$")
                self.assertEqual(
                    self.checksum(program, [*run, "--steps", 9, *found.split()]), self.checksum(program, [*run, "--steps", 9])
                )
                done = self.run_it(program, *run, "--tune", "--scheme", "direct", code=2)
                self.assertIn("--tune beside scheme direct", done.stderr)

    def test_tune_compares_the_methods_of_poisson(self):
        if "tessera-poisson" not in PROGRAMS:
            return
        run = ["--nodes", "65,49", "--rhs", "x*y", "--tolerance", "1e-5"]
        found, headline, *table = self.run_it("tessera-poisson", *run, "--tune").stdout.splitlines()
        self.assertRegex(headline, "^tessera-poisson: 65 x 49 nodes, to 1e-05 of the residual, double, scheme ")
        methods = {line.split()[0]: line.split()[1:] for line in table[1:]}
        self.assertEqual(set(methods), {"jacobi", "weighted-jacobi", "sor", "chebyshev", "cg", "multigrid-cg"})
        seconds = {name: float(rest[1]) for name, rest in methods.items() if rest[1] != "-"}
        self.assertEqual(found, "--method " + min(seconds, key=seconds.get))
        self.run_it("tessera-poisson", *run, *found.split())
        done = self.run_it("tessera-poisson", "--nodes", "65,49", "--iterations", "9", "--tune", code=2)
        self.assertIn("--tune beside iterations", done.stderr)
        done = self.run_it("tessera-poisson", *run[:-1], "1e-30", "--max-iterations", "9", "--tune", code=1)
        self.assertIn("no method gets to 1e-30 of the residual", done.stderr)

    def test_the_summary_ends_with_what_was_written(self):
        heat = ["--initial", "sine", "--steps", 9]
        done = self.run_it("tessera-heat", *heat, "--output", "out", "--output-every", 4, "--checkpoint-every", 9, "--json", "r.json")
        self.assertTrue(
            done.stdout.endswith(
                "  wrote checkpoint-9.h5, final.h5, final.png, final.vti, 3 fields u-*.h5, 3 pictures u-*.png, 3 files u-*.vti, "
                "u.pvd in out/\n  wrote r.json\n"
            ),
            done.stdout,
        )
        self.assertNotIn("wrote", self.run_it("tessera-heat", *heat).stdout)
        self.assertEqual(self.run_it("tessera-heat", *heat, "--output", "new", "--quiet").stdout, "")
        for program in PROGRAMS:
            with self.subTest(program=program):
                done = self.run_it(program, *RUNS[program][-1], "--output", program)
                named = set()
                for line in re.findall(r"(?m)^ *wrote (.*)$", done.stdout):
                    names, _, folder = line.rpartition(" in ")
                    named |= {pathlib.Path(folder, name) for name in names.split(", ")}
                files = {path.relative_to(self.folder) for path in (self.folder / program).rglob("*") if path.is_file()}
                self.assertEqual(named, files)

    def test_a_check_fails_as_the_run_would(self):
        sine = ["--initial", "sine", "--steps", "9"]
        for arguments, code, words in (
            ([*sine, "--dt", "1"], 2, "beyond the stability limit"),
            ([*sine, "--dt", "1e-3", "--output", "start"], 2, "holds files of an earlier run"),
            ([*sine, "--dt", "1e-3", "--diffusivity", "absent.h5"], 2, "absent.h5"),
            ([*sine, "--dt", "1e-3", "--scheme", "tiled", "--tile", "2,2"], 2, "tile"),
            ([*sine, "--dt", "1e-12", "--nodes", "9999999,99999"], 1, "of memory"),
            ([*sine, "--dt", "1e-3", "--print-config"], 2, "exclude each other"),
        ):
            with self.subTest(arguments=arguments):
                done = self.run_it("tessera-heat", *arguments, "--check", code=code)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
