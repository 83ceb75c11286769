#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cmake -G Ninja -B build/conda ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_PREFIX_PATH="$PREFIX" -DBUILD_SHARED_LIBS=ON -DTESSERA_BACKEND=openmp -DTESSERA_KOKKOS_SOURCE=installed \
  -DTESSERA_BUILD_SOLVERS=OFF -DTESSERA_MPI=OFF -DTESSERA_BUILD_TESTS=OFF -DTESSERA_BUILD_BENCHMARKS=OFF \
  -DTESSERA_BUILD_EXAMPLES=OFF
cmake --build build/conda
cmake --install build/conda
