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
