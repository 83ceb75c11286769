# SPDX-License-Identifier: Apache-2.0
# Uses Kokkos Kernels by its headers alone: every kernel is compiled where it is called. The build and the
# installed package both include this file.
include_guard()

# tessera_kokkos_kernels_headers(folder): defines the target Kokkos::kokkoskernels, and KokkosKernels_VERSION.
function(tessera_kokkos_kernels_headers folder)
  file(STRINGS "${folder}/KokkosKernels_config.h" lines REGEX "define KOKKOSKERNELS_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE "[^0-9;]" "" version "${lines}")
  string(REPLACE ";" "." version "${version}")
  set(KokkosKernels_VERSION "${version}" PARENT_SCOPE)
  add_library(Kokkos::kokkoskernels INTERFACE IMPORTED GLOBAL)
  target_include_directories(Kokkos::kokkoskernels SYSTEM INTERFACE "${folder}")
  target_link_libraries(Kokkos::kokkoskernels INTERFACE Kokkos::kokkos)
endfunction()
