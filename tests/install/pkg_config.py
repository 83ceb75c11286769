#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program is compiled against an installation by what pkg-config says, and runs.

usage: pkg_config.py PKG_CONFIG COMPILER PREFIX SOURCE VERSION
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

pkg_config, compiler, prefix, source, version = sys.argv[1:]
folders = [str(folder.parent) for folder in pathlib.Path(prefix).rglob("tessera.pc")]
assert len(folders) == 1, folders
environment = os.environ | {"PKG_CONFIG_PATH": folders[0]}


def asked(*arguments):
    done = subprocess.run([pkg_config, *arguments], env=environment, check=True, capture_output=True, text=True)
    return shlex.split(done.stdout)


for name in pathlib.Path(folders[0]).glob("*.pc"):
    assert asked("--modversion", name.stem) == [version], name
with tempfile.TemporaryDirectory() as folder:
    flags = asked("--cflags", "tessera-io"), asked("--libs", "tessera-io")
    program = pathlib.Path(folder) / "program"
    subprocess.run([compiler, "-O1", *flags[0], source, "-o", program, *flags[1]], check=True)
    # The prefix is none of the system's, so that a shared library in it has to be named.
    libraries = str(pathlib.Path(folders[0]).parent)
    subprocess.run([program], check=True, cwd=folder, env=os.environ | {"LD_LIBRARY_PATH": libraries})
