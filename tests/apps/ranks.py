# SPDX-License-Identifier: Apache-2.0
"""What the tests of programs on many ranks share: a run with or without MPI's launcher, in a folder of its own."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest


class Ranks(unittest.TestCase):
    program, launcher = None, None  # set by the test's main part; the launcher ends with its option for the number

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def command(self, ranks, arguments, program=None):
        launch = [] if ranks is None else [*self.launcher, str(ranks)]
        return [*launch, *(program or [self.program]), *arguments]

    def environment(self, **more):
        """With a temporary folder for this run alone, since Open MPI's launchers share one and remove it as they end."""
        return os.environ | {"TMPDIR": tempfile.mkdtemp(prefix="mpi-", dir=self.folder)} | more

    def run_on(self, ranks, arguments, program=None, **environment):
        """The ended run on so many ranks, or on one without the launcher where `ranks` is None."""
        return subprocess.run(
            self.command(ranks, arguments, program),
            cwd=self.folder,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env=self.environment(**environment),
        )

    def succeeds(self, ranks, arguments, **environment):
        done = self.run_on(ranks, arguments, **environment)
        self.assertEqual(done.returncode, 0, f"{ranks} ranks, {arguments}: {done.stderr}")
        return done

    def fails(self, ranks, arguments, words, status, program=None):
        """One line of error, said once, and this status."""
        self.expect_failure(self.run_on(ranks, arguments, program), words, status)

    def all_fail(self, *cases):
        """The same of several runs (ranks, arguments, words, status). They run together, since they mostly wait."""
        with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
            ended = list(pool.map(lambda case: self.run_on(*case[:2]), cases))
        for done, (ranks, arguments, words, status) in zip(ended, cases):
            with self.subTest(ranks=ranks, arguments=arguments):
                self.expect_failure(done, words, status)

    def expect_failure(self, done, words, status):
        self.assertEqual(done.returncode, status, done.stderr)
        lines = re.findall(r".*: error: .*", done.stderr)
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(words, lines[0])
        self.assertTrue(lines[0].endswith(")"), lines[0])
        self.assertEqual(done.stdout, "")

    def start(self, ranks, arguments, output=subprocess.PIPE):
        """The process of a run that goes on."""
        return subprocess.Popen(
            self.command(ranks, arguments), cwd=self.folder, env=self.environment(), stdout=output, stderr=output, text=True
        )

    def begin(self, ranks, arguments):
        """A run into the folder out, as soon as it has written a checkpoint there."""
        job = self.start(ranks, arguments)
        patience = time.monotonic() + 30
        while not list((self.folder / "out").glob("checkpoint-*.h5")):
            self.assertLess(time.monotonic(), patience, "no checkpoint came")
            time.sleep(0.05)
        return job

    def stopped_by_signal(self, ranks, arguments):
        """The checkpoint that such a run leaves when a signal stops it, and its step."""
        job = self.begin(ranks, arguments)
        job.send_signal(signal.SIGUSR1)  # which mpirun hands to all ranks
        _, said = job.communicate(timeout=30)
        self.assertEqual(job.returncode, 1, said)
        self.assertEqual(said.count(": error: stopped by SIGUSR1 at step"), 1, said)
        last = said.split("continue with --restart ")[1].split(")")[0]
        return last, int(last.split("-")[-1].split(".")[0])

    def files(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def expect_same_files(self, name, reference):
        found, wanted = self.files(name), self.files(reference)
        self.assertEqual(sorted(found), sorted(wanted))
        for file, content in wanted.items():
            self.assertTrue(found[file] == content, f"{name}/{file} differs from that of one rank")

    def one_result(self, run, ways):
        """On each number of ranks, by the scheme that `ways` has for it, the files of Direct without the launcher.

        A launch takes half a second and more. One problem of a program runs on 1 to 4 ranks; the others on two or three
        numbers of them, so that each problem, each scheme and each number meet most of the others.
        """
        self.succeeds(None, [*run, "--scheme", "direct", "--output", "alone"])
        for ranks, way in ways.items():
            name = f"{ranks}-{way[0]}"
            self.succeeds(ranks, [*run, "--scheme", *way, "--output", name])
            self.expect_same_files(name, "alone")

    def one_tuned_result(self, run, ranks):
        """What --tune finds on so many ranks are options of a run on as many, which writes the files of one rank."""
        found = self.succeeds(ranks, [*run, "--tune"], XDG_CACHE_HOME=str(self.folder / "cache")).stdout.splitlines()[-3]
        self.assertRegex(found, r"^--scheme [a-z-]+( --tile [0-9,]+)?( --fused-steps [0-9]+)?$")
        self.one_result([*run, "--steps", "9"], {ranks: found.split()[1:]})
        # One rank stores what was measured, and only what was steady, which on a busy machine may be nothing.
        cache = self.folder / "cache/tessera/tuning.txt"
        entries = cache.read_text().split("\n\n")[1:] if cache.exists() else []
        kinds = [entry.splitlines()[0] for entry in entries]
        self.assertEqual(len(kinds), len(set(kinds)), kinds)
        for entry in entries:
            self.assertIn(f"\nranks: {ranks}\n", entry)

    def one_result_restarted(self, run, steps, ranks):
        """A run that other ranks continue from its checkpoint at step `steps` writes the files of the whole run."""
        run = [*run, "--checkpoint-every", str(steps), "--output"]
        self.succeeds(None, [*run, "whole"])
        for before, after in ranks:
            name = f"{before}-{after}"
            self.succeeds(before, [*run, name, "--steps", str(steps)])
            self.succeeds(after, [*run, name, "--restart", f"{name}/checkpoint-{steps}.h5"])
            self.expect_same_files(name, "whole")


class SameFiles(Ranks):
    """Problems that write fields, traces and checkpoints."""

    PROBLEMS = {}
    # Across a cut in halves or thirds along either axis, next to a face and on a node.
    RECEIVERS = "0.5 0.5\n0.31 0.66\n0.34 0.33\n0.02 0.97\n0.25 0.75\n"

    def write(self, problem):
        (self.folder / "run.toml").write_text(self.PROBLEMS[problem])
        (self.folder / "receivers.txt").write_text(self.RECEIVERS)
        return ["--config", "run.toml", "--quiet"]

    def one_result_of(self, problem, ways):
        self.one_result([*self.write(problem), "--output-every", "14", "--checkpoint-every", "20"], ways)
