#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parses sources as clang does for HIP, the pass for the host and the one for a device, without ROCm's compiler.

usage: parse.py CLANG LIB FOLDER SOURCES... -- INCLUDES...

LIB is the folder of the library. FOLDER is for files that are made here. INCLUDES are searched for Kokkos, whose
configuration is turned into one for HIP beside the host's space that it has. Of ROCm only its headers are needed.
Returns 77 where they are not installed.
"""

import pathlib
import subprocess
import sys

separator = sys.argv.index("--")
clang, lib, folder, *sources = sys.argv[1:separator]
includes = [pathlib.Path(name) for name in sys.argv[separator + 1:]]
made = pathlib.Path(folder)


def found(name):
    for place in includes:
        if (place / name).exists():
            return (place / name).read_text()
    sys.exit(f"none of the folders has {name}: {', '.join(map(str, includes))}")


def write(name, text):
    path = made / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def configure():
    """Kokkos' configuration, with HIP."""
    write("KokkosCore_config.h", found("KokkosCore_config.h") +
          '\n#define KOKKOS_ENABLE_HIP\n#define KOKKOS_ARCH_AMD_GFX90A\n#define KOKKOS_ARCH_AMD_GPU "AMD_GFX90A"\n')
    for kind, folder in (("Declare", "decl"), ("Fwd", "fwd"), ("Setup", "setup")):
        name = f"KokkosCore_Config_{kind}Backend.hpp"
        host = [line for line in found(name).splitlines() if line.startswith("#include")]
        write(name, "\n".join([*host, f"#include <{folder}/Kokkos_{kind}_HIP.hpp>", ""]))


def stand_in(rocm):
    """For headers that older releases of ROCm do not have, or that want clang's folders elsewhere."""
    for name in ("algorithm", "complex", "new"):
        write(f"include/cuda_wrappers/{name}", f"#include <{name}>\n")
    if not (rocm / "hip/hip_bf16.h").exists():
        write("hip/hip_bf16.h", """#pragma once
struct __hip_bfloat16 {
  unsigned short bits = 0;
  __hip_bfloat16() = default;
  template <class T>
  __host__ __device__ __hip_bfloat16(T) {}
  __host__ __device__ operator float() const { return 0; }
};
""")


rocm = next((place for place in map(pathlib.Path, ("/opt/rocm/include", "/usr/include"))
             if (place / "hip/hip_runtime.h").exists()), None)
if rocm is None:
    print("hip/hip_runtime.h is not installed (on Debian: libamdhip64-dev)")
    sys.exit(77)
configure()
stand_in(rocm)
flags = ["-x", "hip", "--offload-arch=gfx90a", "-nogpulib", "-nogpuinc", "-fsyntax-only", "-std=c++20", "-ffp-contract=off",
         "-fopenmp", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations", "-D__HIP_PLATFORM_AMD__",
         "-DDESUL_ATOMICS_ENABLE_HIP", "-DKOKKOS_DEPENDENCE",
         # The mathematics of half precision, which not every release of ROCm has, is left out.
         "-DKOKKOS_HIP_HALF_MATHEMATICAL_FUNCTIONS_HPP_", f"-I{made}", f"-I{lib}"]
flags += [] if rocm == pathlib.Path("/usr/include") else ["-isystem", str(rocm)]
for place in includes:
    if place not in (pathlib.Path("/usr/include"), pathlib.Path(lib)):
        flags += ["-isystem", str(place)]
for source in sources:
    for side in ("host", "device"):
        done = subprocess.run([clang, *flags, f"--cuda-{side}-only", source], check=False)
        print(f"{source}: the {side}'s pass {'fails' if done.returncode else 'is right'}", flush=True)
        if done.returncode:
            sys.exit(1)
