# SPDX-License-Identifier: Apache-2.0
"""Conan 2: `conan create packaging/conan` in a clone. Kokkos comes from CMake (Kokkos_ROOT), since Conan Center's may be
older than 4.6 or lack OpenMP."""

import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Tessera(ConanFile):
    name = "tessera"
    version = "0.2.0"
    description = "Finite-difference stencils on Kokkos"
    license = "Apache-2.0"
    topics = ("finite-differences", "stencil", "kokkos", "hpc")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "io": [True, False], "agg": [True, False]}
    default_options = {"shared": False, "fPIC": True, "io": True, "agg": True}

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "lib/*"):
            copy(self, pattern, self._root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")
        # Conan Center's Anti-Grain Geometry builds on Linux, as a static library whose code may not go into a shared one.
        if self.options.shared or not self.options.io or self.settings.os != "Linux":
            self.options.rm_safe("agg")

    def requirements(self):
        if self.options.io:
            self.requires("hdf5/[>=1.10 <2]", options={"hl": True})
            self.requires("libpng/[>=1.6 <2]")
            self.requires("fmt/[>=9]")
            self.requires("xxhash/[>=0.8 <1]")
        if self.options.get_safe("agg"):
            without = ("freetype", "gpc", "agg2d", "agg2d_freetype", "platform", "controls")
            self.requires("aggeom-agg/2.6.1", options={f"with_{part}": False for part in without})

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TESSERA_BUILD_IO"] = bool(self.options.io)
        for part in ("SOLVERS", "APPS", "TESTS", "BENCHMARKS", "EXAMPLES"):
            toolchain.cache_variables[f"TESSERA_BUILD_{part}"] = False
        toolchain.cache_variables["TESSERA_MPI"] = "OFF"
        toolchain.cache_variables["TESSERA_KOKKOS_SOURCE"] = "installed"
        toolchain.cache_variables["TESSERA_LIBRARIES_SOURCE"] = "installed"
        toolchain.cache_variables["TESSERA_AGG"] = "ON" if self.options.get_safe("agg") else "OFF"
        for name in ("Kokkos_ROOT", "Kokkos_DIR"):
            if os.environ.get(name):
                toolchain.cache_variables[name] = os.environ[name]
        if self.options.io:
            # Tessera looks for the header alone.
            folder = self.dependencies["xxhash"].cpp_info.aggregated_components().includedirs[0]
            toolchain.cache_variables["xxHash_INCLUDE_DIR"] = folder
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # Tessera's own package for CMake knows more than Conan could write: its flags belong to the promise of equal bits.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "Tessera")]
