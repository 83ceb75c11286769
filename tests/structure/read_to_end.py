#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a source that ends with a static assertion that it was read to its end, and succeeds if that is its only error.

usage: read_to_end.py COMPILER ARGUMENT...      as CMake calls a compiler, to which this is the launcher

g++ stops at the first error. What it would do behind the end of a source, and leaves then, is to instantiate what inline
functions use: those of Kokkos alone take two thirds of the time of a source that includes a header. All that a header names
has been looked up before. The object is an empty file. Other sources are compiled as they are.
"""

import os
import pathlib
import re
import subprocess
import sys

# No class and no function that a header leaves open may hold this.
END = 'namespace { static_assert(false, "read to its end"); }'


def value_of(option, command):
    return command[command.index(option) + 1] if option in command else None


def main():
    command = sys.argv[1:]
    source = value_of("-c", command)
    if source is None or END not in pathlib.Path(source).read_text().splitlines():
        return subprocess.call(command)
    command += ["-fsyntax-only", "-Wfatal-errors", "-H"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    lines = done.stderr.splitlines()
    included = [line.split(" ", 1)[1] for line in lines if re.match(r"[.!]+ ", line)]
    errors = [line for line in lines if re.search(r": (fatal )?error: ", line)]
    ended = [line for line in errors if line.startswith(f"{source}:") and line.endswith("static assertion failed: read to its end")]
    if done.returncode == 0 or len(errors) != 1 or errors != ended:
        # Those that may include a header twice end the list of -H, and "compilation terminated" tells nothing.
        sys.stderr.write("\n".join(line for line in lines if not re.match(r"[.!x]+ ", line)) + "\n")
        return done.returncode or 1
    if depends := value_of("-MF", command):
        names = " ".join(name.replace(" ", "\\ ") for name in [source, *dict.fromkeys(included)])
        pathlib.Path(depends).write_text(f"{value_of('-MT', command)}: {names}\n")
    pathlib.Path(value_of("-o", command)).write_bytes(b"")
    return 0


if __name__ == "__main__":
    sys.exit(main())
