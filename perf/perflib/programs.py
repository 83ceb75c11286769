# SPDX-License-Identifier: Apache-2.0
"""Runs the programs that were built: the applications with --json, and the benchmark."""
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass

from perflib.errors import BadInput, RunFailure
from perflib.records import Groups, groups_of


@dataclass
class Build:
    """A build tree; threads: of OpenMP, None leaves them to the environment."""

    folder: pathlib.Path
    threads: int | None = None

    def app(self, name: str, *arguments: str) -> dict:
        """The result record of tessera-<name>."""
        threads = [] if self.threads is None else ["--threads", str(self.threads)]
        out = self.run(f"tessera-{name}", [*arguments, *threads, "--quiet", "--json", "-"])
        return json.loads(out)

    def has(self, program: str) -> bool:
        return (self.folder / "bin" / program).exists()

    def bench(self, *arguments: str, program: str = "bench") -> tuple[dict, Groups]:
        """Context and rows of the benchmark."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.json"
            self.run(program, [*arguments, f"--benchmark_out={file}", "--benchmark_out_format=json"])
            record = json.loads(file.read_text())
        return record["context"], groups_of(record)

    def context(self) -> dict:
        """What the benchmark says of device and build; measures next to nothing."""
        few = ["--schemes", "direct", "--types", "double", "--repetitions", "1", "--updates", "1e4", "--energy-seconds", "0"]
        return self.bench("--stencil", "heat2d", "--size", "33", *few)[0]

    def stencils(self) -> list[str]:
        """Those that the benchmark of this build has, which its help lists."""
        listed = re.search(r"--stencil TEXT:\{([^}]*)\}", self.run("bench", ["--help"]))
        if listed is None:
            raise RunFailure("bench --help lists no stencils")
        return listed.group(1).split(",")

    def run(self, program: str, arguments: list[str]) -> str:
        """What it prints."""
        path = self.folder / "bin" / program
        if not path.exists():
            raise BadInput(f"no program {path} (build it: cmake --build {self.folder} --target {program})")
        # Threads that wander cost more than any scheme gains.
        environment = {"OMP_PROC_BIND": "spread", "OMP_PLACES": "cores", **os.environ}
        if self.threads is not None:
            environment["OMP_NUM_THREADS"] = str(self.threads)
        done = subprocess.run([path, *arguments], check=False, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise RunFailure(f"{program} {' '.join(arguments)} ended with {done.returncode}: {last}")
        return done.stdout
