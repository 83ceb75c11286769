# SPDX-License-Identifier: Apache-2.0
# Added to Kokkos' package by Tessera's scripts/setup. The packaged libkokkoscore.so may be newer than
# the system's C library; then a newer one lies beside this prefix, and programs that link Kokkos have
# to be started by its loader. DT_RPATH (not DT_RUNPATH) makes the choice hold for indirect libraries.

get_filename_component(_kokkos_deps "${CMAKE_CURRENT_LIST_DIR}" ABSOLUTE)
while(NOT EXISTS "${_kokkos_deps}/kokkos" AND NOT _kokkos_deps STREQUAL "/")
  get_filename_component(_kokkos_deps "${_kokkos_deps}" DIRECTORY)
endwhile()
file(GLOB _kokkos_loader "${_kokkos_deps}/runtime/lib/ld-linux-*.so.*")

if(_kokkos_loader)
  target_link_options(
    Kokkos::kokkoscore
    INTERFACE
      "LINKER:--allow-shlib-undefined"
      "LINKER:--disable-new-dtags"
      "LINKER:--dynamic-linker=${_kokkos_loader}"
      "LINKER:-rpath,${_kokkos_deps}/runtime/lib"
  )
endif()
unset(_kokkos_deps)
unset(_kokkos_loader)
