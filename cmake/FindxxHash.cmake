# SPDX-License-Identifier: Apache-2.0
# xxHash's header, which is all that Tessera takes of it: xxHash::xxhash. xxHash_ROOT names a folder with it.
find_path(xxHash_INCLUDE_DIR xxhash.h PATH_SUFFIXES include)
mark_as_advanced(xxHash_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(xxHash REQUIRED_VARS xxHash_INCLUDE_DIR)
if(xxHash_FOUND AND NOT TARGET xxHash::xxhash)
  add_library(xxHash::xxhash INTERFACE IMPORTED)
  set_target_properties(xxHash::xxhash PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${xxHash_INCLUDE_DIR}")
endif()
