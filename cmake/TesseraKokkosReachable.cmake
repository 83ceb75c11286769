# SPDX-License-Identifier: Apache-2.0
# Checks whether the upstream release can be downloaded: requests its smallest file, for five seconds at most,
# so that a machine behind a silent firewall does not hang. If the file is included, it sets
# TESSERA_KOKKOS_REACHABLE; as a script (`cmake -P`) it returns the answer as exit status.
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
