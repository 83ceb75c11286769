# SPDX-License-Identifier: Apache-2.0
# Everything the library stands on.
include_guard()
include(TesseraKokkos)

if(TESSERA_BUILD_SOLVERS)
  include(TesseraKokkosKernels)
endif()

if(TESSERA_BUILD_IO)
  # HDF5 is a C library and found through the C compiler.
  enable_language(C)
  find_package(HDF5 REQUIRED COMPONENTS C HL) # HL: dimension scales
  find_package(PNG REQUIRED)
  find_package(fmt REQUIRED)
endif()

# An embedding project that leaves these to Tessera has to see the targets too.
get_property(_tessera_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(_tessera_target IN LISTS _tessera_imported)
  set_target_properties(${_tessera_target} PROPERTIES IMPORTED_GLOBAL TRUE)
endforeach()
