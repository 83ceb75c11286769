#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPack's archive of a build is unpacked elsewhere; CMake finds the package there, and the programs start.

usage: archive.py CMAKE CPACK BUILD COMPILER COMPONENTS [OPTION...]    the options go to CMake
"""

import pathlib
import subprocess
import sys
import tarfile
import tempfile

cmake, cpack, build, compiler, components, *options = sys.argv[1:]
PROJECT = """
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(Tessera REQUIRED {components})
get_target_property(folders Tessera::tessera INTERFACE_INCLUDE_DIRECTORIES)
message(STATUS "found in ${{folders}}")
"""

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    subprocess.run([cpack, "-B", folder / "packed"], cwd=build, check=True, stdout=subprocess.DEVNULL)
    (archive,) = (folder / "packed").glob("tessera-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked")
    (prefix,) = (folder / "unpacked").iterdir()
    for wanted in ("include/tessera/tessera.hpp", "include/tessera/config.hpp", "share/doc/*/LICENSE"):
        assert list(prefix.glob(wanted)), f"{archive.name} lacks {wanted}"

    (folder / "project").mkdir()
    text = PROJECT.format(components=f"COMPONENTS {components}" if components else "")
    (folder / "project/CMakeLists.txt").write_text(text)
    done = subprocess.run(
        [cmake, "-S", folder / "project", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_CXX_COMPILER={compiler}", *options],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert f"found in {prefix}/include" in done.stdout, done.stdout
    programs = sorted((prefix / "bin").glob("tessera-*"))
    for program in programs:
        subprocess.run([program, "--help"], check=True, stdout=subprocess.DEVNULL)
    print(f"{archive.name}: {archive.stat().st_size // 1000} kB, {len(programs)} programs")
