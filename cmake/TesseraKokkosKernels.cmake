# SPDX-License-Identifier: Apache-2.0
# Finds Kokkos Kernels for Tessera::solvers, in this order: the target that an embedding project already has,
# an installed package, the headers in the private prefix of scripts/setup, the upstream release.
# TESSERA_KOKKOS_SOURCE restricts the search to one of them, as for Kokkos. Sets TESSERA_KOKKOS_KERNELS to the
# source that was found; it is empty if there is none.
include_guard()
include(${CMAKE_CURRENT_LIST_DIR}/TesseraKokkosKernelsHeaders.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraSystemHeaders.cmake)

set(TESSERA_KOKKOS_KERNELS)
set(TESSERA_KERNELS_HEADERS)
set(_tessera_headers "${CMAKE_CURRENT_LIST_DIR}/../.deps/kokkos-kernels/include")
get_filename_component(_tessera_headers "${_tessera_headers}" ABSOLUTE)

if(TARGET Kokkos::kokkoskernels)
  set(TESSERA_KOKKOS_KERNELS "the embedding project's")
elseif(Kokkos_VERSION AND Kokkos_VERSION VERSION_LESS 5.0)
  # The Kokkos Kernels found or fetched below have version 5 and work only with a Kokkos of the same version.
else()
  if(TESSERA_KOKKOS_SOURCE MATCHES "^(auto|installed)$" AND NOT TESSERA_KOKKOS_FETCHED)
    find_package(KokkosKernels 5.0 CONFIG QUIET)
    if(KokkosKernels_FOUND)
      set(TESSERA_KOKKOS_KERNELS "${KokkosKernels_DIR}")
    endif()
  endif()
  if(NOT TARGET Kokkos::kokkoskernels
     AND TESSERA_KOKKOS_SOURCE MATCHES "^(auto|debian)$"
     AND EXISTS "${_tessera_headers}/KokkosKernels_config.h"
  )
    tessera_kokkos_kernels_headers("${_tessera_headers}")
    set(TESSERA_KERNELS_HEADERS "${_tessera_headers}")
    set(TESSERA_KOKKOS_KERNELS "headers in ${_tessera_headers}")
  endif()
  if(NOT TARGET Kokkos::kokkoskernels AND TESSERA_KOKKOS_SOURCE MATCHES "^(auto|fetch)$")
    if(NOT FETCHCONTENT_SOURCE_DIR_KOKKOSKERNELS)
      include(TesseraKokkosReachable)
    endif()
    if(FETCHCONTENT_SOURCE_DIR_KOKKOSKERNELS OR TESSERA_KOKKOS_REACHABLE)
      include(FetchContent)
      FetchContent_Declare(
        KokkosKernels
        URL "${TESSERA_KOKKOS_KERNELS_URL}"
        URL_HASH SHA256=${TESSERA_KOKKOS_KERNELS_SHA256}
      )
      # Kernels are compiled where they are called, with Tessera's flags. A library of instantiations would
      # take longer to build than all of Tessera, and would give other bits where it contracts. The user can
      # set this variable with -D.
      set(KokkosKernels_ADD_DEFAULT_ETI OFF CACHE BOOL "Instantiate Kokkos Kernels' kernels in its library")
      FetchContent_MakeAvailable(KokkosKernels)
      tessera_system_headers("${kokkoskernels_SOURCE_DIR}")
      get_directory_property(KokkosKernels_VERSION DIRECTORY "${kokkoskernels_SOURCE_DIR}" DEFINITION KokkosKernels_VERSION)
      set(TESSERA_KOKKOS_KERNELS "built with Tessera from ${kokkoskernels_SOURCE_DIR}")
    endif()
  endif()
endif()

if(TESSERA_KOKKOS_KERNELS)
  message(STATUS "Tessera: Kokkos Kernels ${KokkosKernels_VERSION}, ${TESSERA_KOKKOS_KERNELS}")
else()
  message(
    STATUS
      "Tessera: no Kokkos Kernels for Kokkos ${Kokkos_VERSION} found (scripts/setup gets those for Kokkos 5): "
      "Tessera::solvers is left out"
  )
endif()
