# SPDX-License-Identifier: Apache-2.0
# The dependencies of the library: Kokkos, and those of its compiled and solver parts.
include_guard()
include(TesseraKokkos)
include(TesseraLibraries)

if(TESSERA_BUILD_SOLVERS)
  include(TesseraKokkosKernels)
endif()

if(TESSERA_BUILD_IO)
  # HDF5 is a C library, so CMake finds it with the C compiler.
  enable_language(C)
  find_package(HDF5 COMPONENTS C HL) # HL: dimension scales
  if(NOT TARGET hdf5::hdf5_hl)
    message(
      FATAL_ERROR
        "Tessera: CMake finds no HDF5 with its high-level library (HL), which is not fetched. On Debian it is the package "
        "libhdf5-dev, which scripts/setup installs. Else set HDF5_ROOT to where it is installed. Without HDF5 there are the "
        "library's headers, but no files and no programs: -DTESSERA_BUILD_IO=OFF -DTESSERA_BUILD_APPS=OFF"
    )
  endif()
  if(NOT TARGET PNG::PNG AND NOT TARGET ZLIB::ZLIB)
    find_package(ZLIB QUIET)
    if(NOT ZLIB_FOUND)
      message(
        FATAL_ERROR
          "Tessera: CMake finds no zlib, which libpng needs and which is not fetched. On Debian it is the package zlib1g-dev; "
          "else set ZLIB_ROOT to where it is installed"
      )
    endif()
  endif()
  tessera_library(PNG)
  tessera_library(fmt)
  tessera_library(xxHash)
  if(TESSERA_AGG)
    find_package(AGG)
    if(NOT AGG_FOUND AND NOT TESSERA_AGG STREQUAL "AUTO")
      message(FATAL_ERROR "Tessera: TESSERA_AGG=${TESSERA_AGG}, but no Anti-Grain Geometry was found (AGG_ROOT says where it is; on Debian: libagg-dev)")
    endif()
  endif()
  if(NOT TARGET AGG::agg)
    message(STATUS "Tessera: no Anti-Grain Geometry, so pictures have no axes, colour bars and titles (on Debian: libagg-dev)")
  endif()
endif()

if(TESSERA_BUILD_BENCHMARKS AND NOT TESSERA_KOKKOS_DEVICES MATCHES "OPENMP|CUDA")
  message(STATUS "Tessera: benchmarks compare with loops of OpenMP, which this Kokkos does not have: they are left out")
  set(TESSERA_BUILD_BENCHMARKS OFF)
endif()

# Only MPI's C interface is used, which CMake finds with the C compiler too.
if(TESSERA_MPI STREQUAL "AUTO")
  include(CheckLanguage)
  check_language(C)
  if(CMAKE_C_COMPILER)
    enable_language(C)
    find_package(MPI COMPONENTS C)
  endif()
  if(NOT TARGET MPI::MPI_C)
    message(STATUS "Tessera: no MPI, so Tessera::distributed is left out (on Debian: libopenmpi-dev and openmpi-bin)")
  endif()
elseif(TESSERA_MPI)
  enable_language(C)
  find_package(MPI REQUIRED COMPONENTS C)
endif()

if(TARGET MPI::MPI_C AND Kokkos_ENABLE_CUDA AND TESSERA_NCCL)
  find_package(NCCL)
  if(NOT NCCL_FOUND AND NOT TESSERA_NCCL STREQUAL "AUTO")
    message(FATAL_ERROR "Tessera: TESSERA_NCCL=${TESSERA_NCCL}, but no NCCL was found (NCCL_ROOT says where it is)")
  endif()
endif()

# An embedding project that leaves these dependencies to Tessera has to see their targets too.
get_property(_tessera_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(_tessera_target IN LISTS _tessera_imported)
  set_target_properties(${_tessera_target} PROPERTIES IMPORTED_GLOBAL TRUE)
endforeach()
