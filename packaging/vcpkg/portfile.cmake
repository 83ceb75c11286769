# SPDX-License-Identifier: Apache-2.0
# An overlay port: vcpkg install tessera[io] --overlay-ports=packaging/vcpkg
# It builds the clone that it lies in. In a registry, vcpkg_from_github or vcpkg_from_git takes the place of SOURCE_PATH.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES io TESSERA_BUILD_IO mpi TESSERA_MPI)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features}
          -DTESSERA_KOKKOS_SOURCE=installed
          -DTESSERA_LIBRARIES_SOURCE=installed
          -DTESSERA_AGG=OFF # vcpkg has no port of it
          -DTESSERA_BUILD_SOLVERS=OFF
          -DTESSERA_BUILD_APPS=OFF
          -DTESSERA_BUILD_TESTS=OFF
          -DTESSERA_BUILD_BENCHMARKS=OFF
          -DTESSERA_BUILD_EXAMPLES=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Tessera CONFIG_PATH lib/cmake/Tessera)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
if(NOT "io" IN_LIST FEATURES AND NOT "mpi" IN_LIST FEATURES)
  # Headers alone.
  set(VCPKG_POLICY_EMPTY_PACKAGE enabled)
endif()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
