# SPDX-License-Identifier: Apache-2.0
"""What the tests of others' readers share: running a program, and being skipped where the reader is not there."""

import subprocess
import sys


def run(program, folder, *arguments):
    subprocess.run([program, *arguments, "--output", folder, "--quiet"], check=True)


def skip(missing):
    """Ends the test as ctest's SKIP_RETURN_CODE says."""
    print(f"skipped: this Python has no {missing}")
    sys.exit(77)
