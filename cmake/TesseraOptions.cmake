# SPDX-License-Identifier: Apache-2.0
# The options of the build. Inside another project only the library is built.
include_guard()

option(TESSERA_BUILD_IO "Build Tessera::io (HDF5, VTK, PNG)" ${PROJECT_IS_TOP_LEVEL})
option(TESSERA_BUILD_SOLVERS "Offer Tessera::solvers (Kokkos Kernels)" ${PROJECT_IS_TOP_LEVEL})
set(_tessera_mpi OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(_tessera_mpi AUTO)
endif()
set(TESSERA_MPI ${_tessera_mpi} CACHE STRING "Build Tessera::distributed: ON needs MPI, AUTO takes it where it is found")
set_property(CACHE TESSERA_MPI PROPERTY STRINGS AUTO ON OFF)
option(TESSERA_BUILD_APPS "Build the applications" ${PROJECT_IS_TOP_LEVEL})
option(TESSERA_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(TESSERA_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(TESSERA_BREADTH "Build bench_breadth with the benchmarks: many users' stencils, two minutes of one core" ON)
option(TESSERA_BUILD_EXAMPLES "Build the snippets of the documentation" ${PROJECT_IS_TOP_LEVEL})
option(TESSERA_INSTALL "Generate the installation" ${PROJECT_IS_TOP_LEVEL})

option(TESSERA_FP_CONTRACT "Let compilers fuse a * b + c; results then differ between CPU and GPU" OFF)
option(TESSERA_BOUNDS_CHECK "Catch reads outside a stencil's declared pattern" OFF)
option(TESSERA_NATIVE "Tune own programs for this machine's CPU: faster, and for its like alone" OFF)
option(TESSERA_WERROR "Make warnings errors in own programs" OFF)
option(TESSERA_QUICK_TO_COMPILE "Build programs with few optimizations: for tests, not to be measured" OFF)
# Each order of tessera-wave is a stencil of its own, compiled for every scheme: together they take most of a
# build's time.
set(TESSERA_WAVE_ORDERS 2 4 6 8 10 12 14 16 CACHE STRING "Orders in space that tessera-wave offers")
set(TESSERA_BREADTH_TYPES one CACHE STRING "one: bench_breadth has each stencil in one precision; all: in both")
set_property(CACHE TESSERA_BREADTH_TYPES PROPERTY STRINGS one all)
set(TESSERA_SANITIZE "" CACHE STRING "Sanitizers for own programs, such as address,undefined")

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  if(NOT TESSERA_NATIVE)
    message(STATUS "Tessera: programs for any CPU of this kind (-DTESSERA_NATIVE=ON makes them faster, for this machine's alone)")
  endif()
  if(TESSERA_QUICK_TO_COMPILE)
    message(STATUS "Tessera: programs are built for tests, with few optimizations (their rates mean nothing)")
  endif()
  # With this, installed programs find the libraries that they were linked with.
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()
