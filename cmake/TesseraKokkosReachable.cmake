# SPDX-License-Identifier: Apache-2.0
# Asks for the smallest file of the release, for five seconds at most: a machine behind a silent
# firewall must not hang. `include` sets TESSERA_KOKKOS_REACHABLE, `cmake -P` exits by it.
include(${CMAKE_CURRENT_LIST_DIR}/TesseraKokkosRelease.cmake)

file(
  DOWNLOAD "${TESSERA_KOKKOS_URL}/kokkos-${TESSERA_KOKKOS_RELEASE}-SHA-256.txt"
  TIMEOUT 5
  STATUS _tessera_status
)
list(GET _tessera_status 0 _tessera_code)
if(_tessera_code EQUAL 0)
  set(TESSERA_KOKKOS_REACHABLE TRUE)
else()
  set(TESSERA_KOKKOS_REACHABLE FALSE)
endif()

if(CMAKE_SCRIPT_MODE_FILE AND NOT TESSERA_KOKKOS_REACHABLE)
  message(FATAL_ERROR "not reachable: ${_tessera_status}")
endif()
