#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What CMake says about a Kokkos that will not do, about components that are not there, and where the headers of an
installation lie. Nothing is compiled: the library is headers, and its Kokkos is a made-up package.

usage: packages.py CMAKE GENERATOR SOURCE FOLDER
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

CMAKE, GENERATOR = sys.argv[1:3]
SOURCE, FOLDER = (pathlib.Path(argument) for argument in sys.argv[3:5])
del sys.argv[1:5]  # the rest is unittest's

LIBRARY_ONLY = [f"-DTESSERA_BUILD_{part}=OFF" for part in ("IO", "SOLVERS", "APPS", "TESTS", "BENCHMARKS", "EXAMPLES")] + ["-DTESSERA_MPI=OFF"]
INCLUDE = "include/tessera-0.2"


def cmake(*arguments):
    done = subprocess.run([CMAKE, *map(str, arguments)], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, " ".join(done.stdout.split())  # CMake breaks lines where it likes


def kokkos(devices, version):
    return [f"-DKokkos_DIR={SOURCE / 'tests/install/fake_kokkos'}", f"-DFAKE_KOKKOS_DEVICES={devices}",
            f"-DFAKE_KOKKOS_VERSION={version}"]


def build(devices, version="5.1", backend="auto", compiler=""):
    """Configures the library, in the same folder each time: the compiler is looked at once."""
    return cmake("-S", SOURCE, "-B", FOLDER / "build", "-G", GENERATOR, *LIBRARY_ONLY, f"-DCMAKE_INSTALL_INCLUDEDIR={INCLUDE}",
                 f"-DTESSERA_BACKEND={backend}", f"-DFAKE_KOKKOS_COMPILER={compiler}", *kokkos(devices, version))


def use(devices="OPENMP", version="5.1", components=""):
    """Configures a program that finds the installed library."""
    return cmake("-S", SOURCE / "tests/install/components", "-B", FOLDER / "use", "-G", GENERATOR, f"-DCMAKE_PREFIX_PATH={FOLDER / 'prefix'}",
                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DCOMPONENTS={components}", *kokkos(devices, version))


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        code, cls.said = build("OPENMP")
        assert code == 0, cls.said
        code, said = cmake("--install", FOLDER / "build", "--prefix", FOLDER / "prefix")
        assert code == 0, said

    def refused(self, done, words):
        self.assertNotEqual(done[0], 0, done[1])
        self.assertIn(words, done[1])

    def accepted(self, done):
        self.assertEqual(done[0], 0, done[1])

    def test_devices_without_kernels_are_refused(self):
        for device in ("OPENACC", "OPENMPTARGET"):
            self.refused(build(f"SERIAL;{device}"),
                         f"Tessera has no kernels for {device}, only for CPUs, CUDA, HIP and SYCL: set Kokkos_ROOT")
            self.refused(use(f"SERIAL;{device}"), f"Tessera has no kernels for {device}")
        for device in ("CUDA", "HIP", "SYCL"):
            self.accepted(use(f"SERIAL;{device}"))

    def test_a_backend_is_the_one_that_programs_run_on(self):
        self.accepted(build("SERIAL", backend="serial"))
        self.accepted(build("SERIAL;THREADS", backend="threads"))
        self.refused(build("OPENMP", backend="threads"), "TESSERA_BACKEND=threads, but this Kokkos was built for OPENMP only")
        self.refused(build("OPENMP;SERIAL", backend="serial"),
                     "TESSERA_BACKEND=serial, but this Kokkos was built for OPENMP;SERIAL, and programs run on OPENMP")
        self.refused(build("OPENMP", backend="hpx"), "give auto, openmp, threads, serial or cuda")
        self.accepted(build("OPENMP"))

    def test_older_kokkos(self):
        self.accepted(build("OPENMP;SERIAL", "4.6.1"))
        self.accepted(use("SERIAL", "4.6.1"))
        for device in ("CUDA", "HIP"):
            self.refused(build(device, "4.6.1"), f"Kokkos 4.6.1 is too old for {device}: Tessera wants 5.0 or later there")
        self.refused(use("CUDA", "4.6.1"), "Kokkos 4.6.1 is too old for CUDA")

    def test_another_compilers_openmp_is_warned_of(self):
        ours = re.search(r"The CXX compiler identification is (\w+)", self.said)[1]
        other = {"GNU": "Clang", "Clang": "GNU"}[ours]
        warning = "programs then hold two OpenMP libraries"
        self.assertIn(f"was built by {other}", build("OPENMP", compiler=other)[1])
        self.assertIn(warning, build("OPENMP", compiler=other)[1])
        self.assertNotIn(warning, build("OPENMP", compiler=ours)[1])
        self.assertNotIn(warning, build("SERIAL", compiler=other)[1])

    def test_headers_lie_where_they_are_asked_for(self):
        self.assertTrue((FOLDER / "prefix" / INCLUDE / "tessera/tessera.hpp").exists())
        self.accepted(use())
        command = json.loads((FOLDER / "use/compile_commands.json").read_text())[0]["command"]
        self.assertIn(str(FOLDER / "prefix" / INCLUDE), command)

    def test_components_that_are_not_there(self):
        self.refused(use(components="io"), "this Tessera was installed without its component io: build it with TESSERA_BUILD_IO=ON")
        self.refused(use(components="solvers"), "this Tessera was installed without its component solvers: build it with")
        self.refused(use(components="distributed"), "this Tessera was installed without its component distributed: build it with TESSERA_MPI=ON")
        self.refused(use(components="solver"), "Tessera has no component 'solver', only io, solvers and distributed")

    def test_vector_loops_are_heard_without_openmp(self):
        for devices, there in (("SERIAL", True), ("THREADS;SERIAL", True), ("OPENMP;SERIAL", False)):
            self.accepted(use(devices))
            command = json.loads((FOLDER / "use/compile_commands.json").read_text())[0]["command"]
            self.assertEqual("-fopenmp-simd" in command, there, f"{devices}: {command}")

    def test_programs_run_on_other_machines_unless_asked(self):
        self.assertIn("TESSERA_NATIVE:BOOL=OFF", (FOLDER / "build/CMakeCache.txt").read_text())
        self.assertIn("programs for any CPU of this kind (-DTESSERA_NATIVE=ON", self.said)

    def test_presets_are_for_users(self):
        """Fast on this machine, and no warning of a compiler that we have not seen stops them."""
        presets = json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]
        variables = [preset["cacheVariables"] for preset in presets]
        self.assertTrue(all("TESSERA_WERROR" not in chosen for chosen in variables))
        self.assertEqual(variables[0]["TESSERA_NATIVE"], "ON")
        self.assertIn("-DTESSERA_WERROR=ON", (SOURCE / "scripts/test").read_text())


if __name__ == "__main__":
    unittest.main()
