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
if(TARGET tessera_io)
  # The compiled part has an export of its own, so that users of the headers alone need no HDF5.
  install(TARGETS tessera_io EXPORT TesseraIoTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT TesseraIoTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
endif()
if(TARGET tessera_distributed)
  install(TARGETS tessera_distributed EXPORT TesseraDistributedTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT TesseraDistributedTargets NAMESPACE Tessera:: DESTINATION "${package_dir}")
endif()

configure_package_config_file(
  cmake/TesseraConfig.cmake.in "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" INSTALL_DESTINATION "${package_dir}"
)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT
)
install(
  FILES "${PROJECT_BINARY_DIR}/TesseraConfig.cmake" "${PROJECT_BINARY_DIR}/TesseraConfigVersion.cmake"
        cmake/TesseraFpContract.cmake cmake/TesseraKokkosVersion.cmake cmake/TesseraVectorLoops.cmake
  DESTINATION "${package_dir}"
)
