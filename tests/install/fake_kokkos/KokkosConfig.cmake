# SPDX-License-Identifier: Apache-2.0
# A Kokkos of any version, for any devices: nothing that only asks for it compiles anything.
if(NOT TARGET Kokkos::kokkos)
  add_library(Kokkos::kokkos INTERFACE IMPORTED)
endif()
set(Kokkos_DEVICES ${FAKE_KOKKOS_DEVICES})
set(Kokkos_CXX_COMPILER_ID ${FAKE_KOKKOS_COMPILER})
