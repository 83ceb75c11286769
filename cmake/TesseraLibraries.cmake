# SPDX-License-Identifier: Apache-2.0
# tessera_library(name [OPTIONAL]) provides a library of TesseraLibraryReleases.cmake: the target that an embedding
# project already has, an installed package, or the upstream release, which is built as a part of this build.
# TESSERA_LIBRARIES_SOURCE restricts the search. What can't be had is refused in words, or said where it is OPTIONAL.
include_guard()
include(${CMAKE_CURRENT_LIST_DIR}/TesseraLibraryReleases.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraSystemHeaders.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TesseraTargets.cmake)

set(TESSERA_LIBRARIES_SOURCE auto CACHE STRING "Where the other libraries come from: auto, installed or fetch")
set_property(CACHE TESSERA_LIBRARIES_SOURCE PROPERTY STRINGS auto installed fetch)
if(NOT TESSERA_LIBRARIES_SOURCE MATCHES "^(auto|installed|fetch)$")
  message(FATAL_ERROR "TESSERA_LIBRARIES_SOURCE is '${TESSERA_LIBRARIES_SOURCE}': give auto, installed or fetch")
endif()

# A macro, since find_package sets variables for its caller.
macro(tessera_library name)
  if(NOT TARGET ${TESSERA_${name}_TARGET} AND NOT TESSERA_LIBRARIES_SOURCE STREQUAL "fetch")
    find_package(${name} QUIET)
  endif()
  if(NOT TARGET ${TESSERA_${name}_TARGET})
    tessera_fetch_library(${name} ${ARGN})
  endif()
endmacro()

# Whether its sources are there, or can be: those that FETCHCONTENT_SOURCE_DIR_<NAME> names, those of an earlier
# configuration, or upstream's.
function(_tessera_can_fetch out name upper lower)
  set(base "${FETCHCONTENT_BASE_DIR}")
  if(NOT base)
    set(base "${CMAKE_BINARY_DIR}/_deps")
  endif()
  file(GLOB there "${base}/${lower}-src/*")
  set(TESSERA_KOKKOS_REACHABLE TRUE)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND NOT there)
    include(TesseraKokkosReachable) # it lies with the same host
  endif()
  set(${out} ${TESSERA_KOKKOS_REACHABLE} PARENT_SCOPE)
endfunction()

# Libraries that are built along are static and never installed on their own; nor are their symbols seen in a shared
# library of ours.
function(tessera_fetch_library name)
  string(TOUPPER "${name}" upper)
  string(TOLOWER "${name}" lower)
  set(why)
  if(TESSERA_LIBRARIES_SOURCE STREQUAL "installed")
    set(why "TESSERA_LIBRARIES_SOURCE=installed, but CMake finds no ${name}")
  else()
    _tessera_can_fetch(possible ${name} ${upper} ${lower})
    if(NOT possible)
      set(why "CMake finds no ${name}, and its upstream can't be reached")
      if(TESSERA_LIBRARIES_SOURCE STREQUAL "fetch")
        set(why "TESSERA_LIBRARIES_SOURCE=fetch, but the upstream of ${name} can't be reached")
      endif()
    endif()
  endif()
  if(why AND "OPTIONAL" IN_LIST ARGN)
    message(STATUS "Tessera: ${why} (on Debian: ${TESSERA_${name}_PACKAGE})")
    return()
  elseif(why)
    message(
      FATAL_ERROR
        "Tessera: ${why}. On Debian it is the package ${TESSERA_${name}_PACKAGE}, which scripts/setup installs. Else set "
        "${name}_ROOT to where it is installed, or FETCHCONTENT_SOURCE_DIR_${upper} to its sources "
        "(${TESSERA_${name}_VERSION} from ${TESSERA_${name}_URL})."
    )
  endif()

  include(FetchContent)
  if(POLICY CMP0135)
    cmake_policy(SET CMP0135 NEW)
  endif()
  # Downloads only, as for Kokkos: what is added below gets no rules of installation.
  FetchContent_Declare(
    ${name}
    URL "${TESSERA_${name}_URL}"
    URL_HASH SHA256=${TESSERA_${name}_SHA256}
    SOURCE_SUBDIR only-download
  )
  FetchContent_MakeAvailable(${name})
  set(folder "${${lower}_SOURCE_DIR}")
  if(EXISTS "${folder}/CMakeLists.txt")
    set(BUILD_SHARED_LIBS OFF)
    set(BUILD_TESTING OFF)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    set(CMAKE_C_VISIBILITY_PRESET hidden)
    set(CMAKE_CXX_VISIBILITY_PRESET hidden)
    foreach(option IN LISTS TESSERA_${name}_OPTIONS)
      string(REGEX MATCH "^([^=]+)=(.*)$" option "${option}")
      set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endforeach()
    add_subdirectory("${folder}" "${${lower}_BINARY_DIR}" EXCLUDE_FROM_ALL)
    tessera_system_headers("${folder}")
    if(TESSERA_${name}_HOST)
      tessera_host_only(${TESSERA_${name}_HOST})
    endif()
    if(TESSERA_${name}_BUILT)
      add_library(${TESSERA_${name}_TARGET} ALIAS ${TESSERA_${name}_BUILT})
    endif()
  else() # a header
    add_library(${TESSERA_${name}_TARGET} INTERFACE IMPORTED GLOBAL)
    set_target_properties(${TESSERA_${name}_TARGET} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${folder}")
  endif()
  set_property(GLOBAL APPEND PROPERTY TESSERA_FETCHED_LIBRARIES ${name})
  set_property(GLOBAL PROPERTY TESSERA_FETCHED_${name} "${folder}")
  message(STATUS "Tessera: ${name}, built with Tessera from ${folder}")
endfunction()
