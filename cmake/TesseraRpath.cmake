# SPDX-License-Identifier: Apache-2.0
# Where installed programs look for shared libraries. A packager who wants none of it sets CMAKE_SKIP_INSTALL_RPATH.
include_guard()
if(NOT PROJECT_IS_TOP_LEVEL OR DEFINED CMAKE_INSTALL_RPATH)
  return()
endif()

# Where they were when the program was linked.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# CMake leaves out folders of the source tree, where scripts/setup puts Kokkos.
set(CMAKE_INSTALL_RPATH)
get_target_property(_tessera_imported Kokkos::kokkos IMPORTED)
if(_tessera_imported AND TARGET Kokkos::kokkoscore)
  get_target_property(_tessera_library Kokkos::kokkoscore LOCATION)
  if(_tessera_library MATCHES "\\.(so|dylib)")
    get_filename_component(_tessera_folder "${_tessera_library}" DIRECTORY)
    string(FIND "${_tessera_folder}/" "${PROJECT_SOURCE_DIR}/" _tessera_at)
    if(_tessera_at EQUAL 0)
      list(APPEND CMAKE_INSTALL_RPATH "${_tessera_folder}")
    endif()
  endif()
endif()

# Tessera's own lie beside the programs, wherever an archive is unpacked.
if(BUILD_SHARED_LIBS)
  include(GNUInstallDirs)
  file(RELATIVE_PATH _tessera_libraries "/prefix/${CMAKE_INSTALL_BINDIR}" "/prefix/${CMAKE_INSTALL_LIBDIR}")
  if(APPLE)
    list(APPEND CMAKE_INSTALL_RPATH "@loader_path/${_tessera_libraries}")
  else()
    list(APPEND CMAKE_INSTALL_RPATH "$ORIGIN/${_tessera_libraries}")
  endif()
endif()
