# SPDX-License-Identifier: Apache-2.0
# For Spack 1.0 or later, in a repository of your own: packages/tessera/package.py
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Tessera(CMakePackage, CudaPackage):
    """Finite-difference stencils on Kokkos, with temporal blocking, and programs built on them."""

    # The forge's address belongs here when the project has one; until then `spack dev-build` builds a clone.
    git = "file:///path/to/a/clone/of/tessera"

    license("Apache-2.0")

    version("main", branch="main")

    variant("io", default=True, description="Tessera::io: HDF5, VTK and PNG files")
    variant("apps", default=True, description="the programs", when="+io")
    variant("mpi", default=False, description="Tessera::distributed: grids that MPI ranks share")
    variant("solvers", default=False, description="Tessera::solvers, with Kokkos Kernels")
    variant("shared", default=True, description="shared libraries")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3:", type="build", when="+apps")

    depends_on("kokkos@4.6:+openmp", when="~cuda")
    depends_on("kokkos@5.0:+openmp+cuda+wrapper cxxstd=20", when="+cuda")
    depends_on("kokkos-kernels@5.0:", when="+solvers")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    depends_on("mpi", when="+mpi")
    with when("+io"):
        depends_on("hdf5+hl~mpi")
        depends_on("libpng")
        depends_on("fmt")
        depends_on("xxhash")
    with when("+apps"):
        depends_on("cli11")
        depends_on("tomlplusplus")
        depends_on("nlohmann-json")
        depends_on("muparser")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define("TESSERA_BACKEND", "cuda" if self.spec.satisfies("+cuda") else "openmp"),
            self.define("TESSERA_KOKKOS_SOURCE", "installed"),
            self.define("TESSERA_LIBRARIES_SOURCE", "installed"),
            self.define("TESSERA_AGG", "OFF"),  # Spack has no package of it
            self.define("TESSERA_MPI", "ON" if self.spec.satisfies("+mpi") else "OFF"),
            self.define_from_variant("TESSERA_BUILD_IO", "io"),
            self.define_from_variant("TESSERA_BUILD_SOLVERS", "solvers"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("TESSERA_BUILD_APPS", self.spec.satisfies("+apps")),
        ]
        args += [self.define(f"TESSERA_BUILD_{part}", False) for part in ("TESTS", "BENCHMARKS", "EXAMPLES")]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self.spec["kokkos"].kokkos_cxx))
        return args
