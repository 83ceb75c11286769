# SPDX-License-Identifier: Apache-2.0
# Files by which pkg-config says how to compile and link without CMake: tessera, tessera-io, tessera-distributed.
# Kokkos has none, so that tessera names its flags and libraries too.
include_guard()
# A build of several configurations has no one set of libraries.
get_property(_several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(_several OR NOT TARGET Kokkos::kokkoscore)
  return()
endif()

set(_tessera_pc_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH _tessera_pc_prefix "/prefix/${_tessera_pc_folder}" "/prefix")

# tessera_pkg_config(name description REQUIRES text CFLAGS text LIBS text). The texts may hold generator expressions.
function(tessera_pkg_config name description)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "REQUIRES;CFLAGS;LIBS" "")
  string(
    CONCAT text
           "prefix=\${pcfiledir}/${_tessera_pc_prefix}\n"
           "includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}\n"
           "libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}\n\n"
           "Name: ${name}\nDescription: ${description}\nVersion: ${PROJECT_VERSION}\n"
           "Requires: ${arg_REQUIRES}\nCflags: ${arg_CFLAGS}\nLibs: ${arg_LIBS}\n"
  )
  # Options of Kokkos depend on the language, so that CMake writes a file for each, and the one for C++ is taken.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/pkgconfig/$<COMPILE_LANGUAGE>/${name}.pc" CONTENT "${text}")
  install(FILES "${PROJECT_BINARY_DIR}/pkgconfig/CXX/${name}.pc" DESTINATION "${_tessera_pc_folder}")
endfunction()

# Flags that a target hands to those that link it, with blanks between.
function(_tessera_handed_on out target property before)
  set(value "$<TARGET_PROPERTY:${target},${property}>")
  set(${out} "$<$<BOOL:${value}>:${before}$<JOIN:${value}, ${before}>>" PARENT_SCOPE)
endfunction()

_tessera_handed_on(_options tessera INTERFACE_COMPILE_OPTIONS "")
_tessera_handed_on(_definitions tessera INTERFACE_COMPILE_DEFINITIONS "-D")
# Options of the linker can't be generated; what depends on the language is for C++ here, or left out.
get_target_property(_link_options Kokkos::kokkoscore INTERFACE_LINK_OPTIONS)
if(NOT _link_options)
  set(_link_options)
endif()
string(REGEX REPLACE "\\$<\\$<(LINK_LANGUAGE|COMPILE_LANGUAGE):CXX>:([^<>]*)>" "\\2" _link_options "${_link_options}")
list(FILTER _link_options EXCLUDE REGEX "[<>]")
list(TRANSFORM _link_options REPLACE "^LINKER:" "-Wl,")
list(JOIN _link_options " " _link_options)
_tessera_handed_on(_kokkos_folders Kokkos::kokkoscore INTERFACE_INCLUDE_DIRECTORIES "-I")
set(_kokkos_libraries)
get_target_property(_elsewhere Kokkos::kokkoscore IMPORTED)
if(NOT _elsewhere)
  # Kokkos was built along with Tessera and lies in the same prefix.
  set(_kokkos_folders)
  set(_kokkos_libraries "-L\${libdir} -lkokkoscontainers -lkokkoscore")
else()
  foreach(_library IN ITEMS kokkoscontainers kokkoscore)
    if(TARGET Kokkos::${_library})
      string(APPEND _kokkos_libraries " $<TARGET_LINKER_FILE:Kokkos::${_library}>")
    endif()
  endforeach()
  if(NOT Kokkos_DIR MATCHES "^/usr/")
    # Programs look for shared libraries in the system's folders only.
    string(APPEND _kokkos_libraries " -Wl,-rpath,$<TARGET_FILE_DIR:Kokkos::kokkoscore>")
  endif()
endif()
tessera_pkg_config(
  tessera "Finite-difference stencils on Kokkos"
  CFLAGS "-std=c++20 -I\${includedir} ${_kokkos_folders} ${_definitions} ${_options}"
  LIBS "${_kokkos_libraries} ${_link_options} -ldl -lpthread"
)

if(TARGET tessera_io)
  set(_libraries)
  if(NOT TESSERA_IO_IS_SHARED)
    set(_libraries ${HDF5_C_HL_LIBRARIES} ${HDF5_C_LIBRARIES})
    if("PNG" IN_LIST TESSERA_IO_FETCHED) # built along and installed beside it
      list(PREPEND _libraries -ltessera_png ${ZLIB_LIBRARIES})
    else()
      list(APPEND _libraries ${PNG_LIBRARIES})
    endif()
    list(FILTER _libraries EXCLUDE REGEX "/lib(pthread|dl|m)\\.|::") # of the compiler's own folders; names of targets
    list(REMOVE_DUPLICATES _libraries)
    list(JOIN _libraries " " _libraries)
    if("fmt" IN_LIST TESSERA_IO_FETCHED)
      string(APPEND _libraries " -ltessera_fmt")
    else()
      string(APPEND _libraries " $<TARGET_LINKER_FILE:fmt::fmt>")
    endif()
    if(TARGET AGG::agg)
      string(APPEND _libraries " ${AGG_LIBRARY}")
    endif()
    string(APPEND _libraries " -lm")
  endif()
  tessera_pkg_config(
    tessera-io "Files and pictures of Tessera (HDF5, VTK, PNG)" REQUIRES "tessera = ${PROJECT_VERSION}"
    LIBS "-L\${libdir} -ltessera_io ${_libraries}"
  )
endif()

if(TARGET tessera_distributed)
  _tessera_handed_on(_definitions tessera_distributed INTERFACE_COMPILE_DEFINITIONS "-D")
  list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND "-I" OUTPUT_VARIABLE _folders)
  list(JOIN _folders " " _folders)
  list(JOIN MPI_C_LIBRARIES " " _mpi)
  set(_nccl)
  if(TARGET NCCL::nccl)
    set(_nccl "$<TARGET_LINKER_FILE:NCCL::nccl>")
  endif()
  tessera_pkg_config(
    tessera-distributed "Grids of Tessera that the ranks of an MPI job share" REQUIRES "tessera = ${PROJECT_VERSION}"
    CFLAGS "${_folders} ${_definitions}" LIBS "-L\${libdir} -ltessera_distributed ${_mpi} ${_nccl}"
  )
endif()
