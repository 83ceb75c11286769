# SPDX-License-Identifier: Apache-2.0
"""What the tests of perf/ share: its folder, its scripts run as a user does."""
from __future__ import annotations

import pathlib
import subprocess
import sys

PERF, BUILD = (pathlib.Path(argument) for argument in sys.argv[1:3])
del sys.argv[1:3]  # the rest is unittest's
sys.path.insert(0, str(PERF))


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    path = PERF / script
    with path.open() as text:
        python = [sys.executable] if "python" in text.readline() else []
    return subprocess.run([*python, path, *map(str, arguments)], check=False, capture_output=True, text=True)
