# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` installs: the headers, the package for find_package(Tessera), the applications.
include_guard()
if(NOT TESSERA_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Tessera")

install(DIRECTORY lib/tessera DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/include/tessera/config.hpp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# What was built along is in the programs and libraries, and its licence goes with them.
get_property(_fetched GLOBAL PROPERTY TESSERA_FETCHED_LIBRARIES)
list(REMOVE_ITEM _fetched GTest)
foreach(_library IN LISTS _fetched)
  get_property(_folder GLOBAL PROPERTY TESSERA_FETCHED_${_library})
  file(GLOB _licences "${_folder}/LICENSE*")
  list(FILTER _licences EXCLUDE REGEX "/LICENSES$") # a folder
  install(FILES ${_licences} DESTINATION "${CMAKE_INSTALL_DOCDIR}/${_library}")
endforeach()

install(TARGETS tessera EXPORT TesseraTargets)
install(EXPORT TesseraTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
if(TARGET tessera_solvers AND NOT TESSERA_KOKKOS_KERNELS MATCHES "^built with")
  install(TARGETS tessera_solvers EXPORT TesseraSolversTargets)
  install(EXPORT TesseraSolversTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
  install(FILES cmake/TesseraKokkosKernelsHeaders.cmake DESTINATION "${package_dir}")
endif()
set(TESSERA_IO_IS_SHARED OFF)
if(TARGET tessera_io)
  get_target_property(_type tessera_io TYPE)
  if(_type STREQUAL "SHARED_LIBRARY")
    set(TESSERA_IO_IS_SHARED ON)
  endif()
  # A static one needs the libraries that were built along, by names that no system's library has.
  set(TESSERA_IO_FETCHED)
  foreach(_library PNG fmt)
    get_target_property(_elsewhere ${TESSERA_${_library}_TARGET} IMPORTED)
    if(NOT TESSERA_IO_IS_SHARED AND NOT _elsewhere)
      get_target_property(_aliased ${TESSERA_${_library}_TARGET} ALIASED_TARGET)
      string(TOLOWER "tessera_${_library}" _name)
      set_target_properties(${_aliased} PROPERTIES OUTPUT_NAME ${_name} DEBUG_POSTFIX "" PUBLIC_HEADER "")
      install(TARGETS ${_aliased} EXPORT TesseraIoTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
      list(APPEND TESSERA_IO_FETCHED ${_library})
    endif()
  endforeach()
  # The compiled part has an export of its own, so that users of the headers alone need no HDF5.
  install(TARGETS tessera_io EXPORT TesseraIoTargets)
  install(EXPORT TesseraIoTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
endif()
if(TARGET tessera_distributed)
  install(TARGETS tessera_distributed EXPORT TesseraDistributedTargets)
  install(EXPORT TesseraDistributedTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
endif()

configure_package_config_file(
  cmake/TesseraConfig.cmake.in "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" INSTALL_DESTINATION "${package_dir}"
)
# Headers alone serve every architecture, compiled parts do not.
set(_independent ARCH_INDEPENDENT)
if(TARGET tessera_io OR TARGET tessera_distributed)
  set(_independent)
endif()
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake" COMPATIBILITY SameMinorVersion ${_independent}
)
install(
  FILES "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" "${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake"
        cmake/TesseraFpContract.cmake cmake/TesseraKokkosVersion.cmake cmake/TesseraVectorLoops.cmake cmake/FindAGG.cmake
        cmake/FindNCCL.cmake
  DESTINATION "${package_dir}"
)

include(TesseraPkgConfig)
if(PROJECT_IS_TOP_LEVEL)
  include(TesseraArchive)
endif()
