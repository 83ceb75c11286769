# SPDX-License-Identifier: Apache-2.0
# TESSERA_BACKEND is the one flag that chooses CPU or GPU, and on a CPU how its cores are used. For CUDA the compiler is Kokkos's own nvcc_wrapper;
# this file looks for it, because a compiler can't be changed after project().
include_guard()

set(TESSERA_BACKEND auto CACHE STRING "auto (what Kokkos offers), openmp, threads, serial or cuda")
set_property(CACHE TESSERA_BACKEND PROPERTY STRINGS auto openmp threads serial cuda)
if(NOT TESSERA_BACKEND MATCHES "^(auto|openmp|threads|serial|cuda)$")
  message(FATAL_ERROR "TESSERA_BACKEND is '${TESSERA_BACKEND}': give auto, openmp, threads, serial or cuda")
endif()

set(TESSERA_KOKKOS_SOURCE auto CACHE STRING "Where Kokkos comes from: auto, installed, fetch or debian")
set_property(CACHE TESSERA_KOKKOS_SOURCE PROPERTY STRINGS auto installed fetch debian)
if(NOT TESSERA_KOKKOS_SOURCE MATCHES "^(auto|installed|fetch|debian)$")
  message(FATAL_ERROR "TESSERA_KOKKOS_SOURCE is '${TESSERA_KOKKOS_SOURCE}': give auto, installed, fetch or debian")
endif()
if(TESSERA_BACKEND MATCHES "^(threads|serial|cuda)$" AND TESSERA_KOKKOS_SOURCE STREQUAL "debian")
  message(FATAL_ERROR "Debian's Kokkos has OpenMP and no ${TESSERA_BACKEND}: give TESSERA_KOKKOS_SOURCE=installed or fetch")
endif()

# Private prefixes inside the source tree (scripts/setup fills the first); they are ignored if they do not
# exist.
set(TESSERA_DEPS_OPENMP "${CMAKE_CURRENT_LIST_DIR}/../.deps/kokkos")
set(TESSERA_DEPS_CUDA "${CMAKE_CURRENT_LIST_DIR}/../.deps/kokkos-cuda")

if(TESSERA_BACKEND STREQUAL "cuda"
   AND CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR
   AND NOT CMAKE_CXX_COMPILER
   AND NOT DEFINED ENV{CXX}
)
  find_program(
    TESSERA_NVCC_WRAPPER nvcc_wrapper
    HINTS ${Kokkos_ROOT} $ENV{Kokkos_ROOT} ${CMAKE_PREFIX_PATH} "${TESSERA_DEPS_CUDA}"
    PATH_SUFFIXES bin
  )
  mark_as_advanced(TESSERA_NVCC_WRAPPER)
  if(TESSERA_NVCC_WRAPPER)
    set(_tessera_wrapper "${TESSERA_NVCC_WRAPPER}")
  elseif(NOT TESSERA_KOKKOS_SOURCE STREQUAL "installed")
    include(TesseraKokkosFetch)
    tessera_populate_kokkos()
    set(_tessera_wrapper "${kokkos_SOURCE_DIR}/bin/nvcc_wrapper")
  else()
    message(FATAL_ERROR "no nvcc_wrapper found: set Kokkos_ROOT to a Kokkos that was built for CUDA")
  endif()
  set(CMAKE_CXX_COMPILER "${_tessera_wrapper}" CACHE FILEPATH "Kokkos' compiler for CUDA")
endif()
