# SPDX-License-Identifier: Apache-2.0
# Anti-Grain Geometry, which draws text and lines with fonts of its own: AGG::agg. AGG_ROOT names a folder with
# include/agg_basics.h, or that below include/agg2 or include/agg. Debian's library for shared objects comes first.
find_path(AGG_INCLUDE_DIR agg_embedded_raster_fonts.h PATH_SUFFIXES agg2 agg)
find_library(AGG_LIBRARY NAMES agg_pic agg NAMES_PER_DIR)
mark_as_advanced(AGG_INCLUDE_DIR AGG_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(AGG REQUIRED_VARS AGG_LIBRARY AGG_INCLUDE_DIR)
if(AGG_FOUND AND NOT TARGET AGG::agg)
  add_library(AGG::agg UNKNOWN IMPORTED)
  set_target_properties(
    AGG::agg PROPERTIES IMPORTED_LOCATION "${AGG_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${AGG_INCLUDE_DIR}"
  )
endif()
