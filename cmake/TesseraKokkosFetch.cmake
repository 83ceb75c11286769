# SPDX-License-Identifier: Apache-2.0
# Builds Kokkos as a part of this build, from the pinned upstream release.
include_guard()
include(FetchContent)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraKokkosRelease.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraKokkosVersion.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraSystemHeaders.cmake)

# Downloads only: SOURCE_SUBDIR names a folder that does not exist, so that Kokkos is not configured at once,
# which is impossible before project(). FETCHCONTENT_SOURCE_DIR_KOKKOS names an existing source tree to use
# instead.
macro(tessera_populate_kokkos)
  if(NOT FETCHCONTENT_SOURCE_DIR_KOKKOS AND NOT EXISTS "${CMAKE_BINARY_DIR}/_deps/kokkos-src/CMakeLists.txt")
    include(TesseraKokkosReachable)
    if(NOT TESSERA_KOKKOS_REACHABLE)
      message(
        FATAL_ERROR
          "No Kokkos >= ${TESSERA_KOKKOS_OLDEST} found, and its upstream can't be reached. Run scripts/setup, or set Kokkos_ROOT "
          "to an installed Kokkos, or FETCHCONTENT_SOURCE_DIR_KOKKOS to its sources."
      )
    endif()
  endif()
  if(POLICY CMP0135)
    cmake_policy(SET CMP0135 NEW)
  endif()
  FetchContent_Declare(
    Kokkos
    URL "${TESSERA_KOKKOS_URL}/kokkos-${TESSERA_KOKKOS_RELEASE}.tar.gz"
    URL_HASH SHA256=${TESSERA_KOKKOS_SHA256}
    SOURCE_SUBDIR only-download
  )
  FetchContent_MakeAvailable(Kokkos)
endmacro()

macro(tessera_add_kokkos)
  tessera_populate_kokkos()
  if(TESSERA_BACKEND MATCHES "^(threads|serial)$")
    string(TOUPPER "${TESSERA_BACKEND}" _tessera_wanted)
    set(Kokkos_ENABLE_${_tessera_wanted} ON CACHE BOOL "")
  else()
    set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "")
  endif()
  if(TESSERA_BACKEND STREQUAL "cuda")
    set(Kokkos_ENABLE_CUDA ON CACHE BOOL "")
  endif()
  add_subdirectory("${kokkos_SOURCE_DIR}" "${kokkos_BINARY_DIR}")
  get_directory_property(Kokkos_VERSION DIRECTORY "${kokkos_SOURCE_DIR}" DEFINITION Kokkos_VERSION)
  tessera_system_headers("${kokkos_SOURCE_DIR}")
endmacro()
