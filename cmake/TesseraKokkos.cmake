# SPDX-License-Identifier: Apache-2.0
# Finds Kokkos, in this order: the target that an embedding project already has, an installed package, the
# private prefix of scripts/setup, the upstream release. TESSERA_KOKKOS_SOURCE restricts the search to one of
# them.
include_guard()
include(${CMAKE_CURRENT_LIST_DIR}/TesseraKokkosVersion.cmake)

if(TESSERA_BACKEND STREQUAL "cuda")
  set(_tessera_private "${TESSERA_DEPS_CUDA}")
elseif(TESSERA_BACKEND MATCHES "^(threads|serial)$")
  set(_tessera_private) # the one there has OpenMP
else()
  set(_tessera_private "${TESSERA_DEPS_OPENMP}")
endif()

set(TESSERA_KOKKOS_FETCHED OFF)
if(TARGET Kokkos::kokkos)
  set(_tessera_origin "the embedding project's")
else()
  if(TESSERA_KOKKOS_SOURCE STREQUAL "debian")
    find_package(Kokkos ${TESSERA_KOKKOS_OLDEST} CONFIG QUIET PATHS "${TESSERA_DEPS_OPENMP}" NO_DEFAULT_PATH)
    if(NOT Kokkos_FOUND)
      message(FATAL_ERROR "no Kokkos in .deps/kokkos: run scripts/setup --kokkos debian")
    endif()
  elseif(TESSERA_KOKKOS_SOURCE STREQUAL "installed")
    find_package(Kokkos ${TESSERA_KOKKOS_OLDEST} CONFIG REQUIRED)
  elseif(TESSERA_KOKKOS_SOURCE STREQUAL "auto")
    # CMake searches HINTS after the folders that a user names (Kokkos_ROOT, CMAKE_PREFIX_PATH) and before the
    # system's.
    find_package(Kokkos ${TESSERA_KOKKOS_OLDEST} CONFIG QUIET HINTS "${_tessera_private}")
  endif()
  if(Kokkos_FOUND)
    set(_tessera_origin "${Kokkos_DIR}")
  else()
    include(TesseraKokkosFetch)
    tessera_add_kokkos()
    set(TESSERA_KOKKOS_FETCHED ON)
    set(_tessera_origin "built with Tessera from ${kokkos_SOURCE_DIR}")
  endif()
endif()

# Kokkos lists its devices in Kokkos_DEVICES (if it is installed) or Kokkos_ENABLE_<X> (if it is a part of
# this build).
set(_tessera_devices "${Kokkos_DEVICES}")
foreach(_tessera_device OPENMP CUDA SERIAL THREADS HIP SYCL OPENACC OPENMPTARGET)
  if(Kokkos_ENABLE_${_tessera_device})
    list(APPEND _tessera_devices ${_tessera_device})
  endif()
endforeach()
string(TOUPPER "${_tessera_devices}" _tessera_devices)
list(REMOVE_DUPLICATES _tessera_devices)
set(TESSERA_KOKKOS_DEVICES "${_tessera_devices}")
message(STATUS "Tessera: Kokkos ${Kokkos_VERSION} (${_tessera_devices}), ${_tessera_origin}")

tessera_kokkos_refusal(_tessera_why "${Kokkos_VERSION}" "${_tessera_devices}")
if(_tessera_why)
  message(FATAL_ERROR "${_tessera_why} (${_tessera_origin})")
endif()

# g++ has another OpenMP than clang.
set(_tessera_compilers "${Kokkos_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_ID}")
if("OPENMP" IN_LIST _tessera_devices AND _tessera_compilers MATCHES "^(GNU Clang|Clang GNU)$")
  message(
    WARNING
      "Tessera: this Kokkos was built by ${Kokkos_CXX_COMPILER_ID} (${_tessera_origin}), and the compiler is "
      "${CMAKE_CXX_COMPILER_ID}: programs then hold two OpenMP libraries, libgomp and libomp, which do not know each other's "
      "threads. TESSERA_KOKKOS_SOURCE=fetch builds Kokkos by this compiler"
  )
endif()

# Programs run on Kokkos' default space: the first of these that it has.
set(_tessera_default)
foreach(_tessera_device CUDA HIP SYCL OPENMP THREADS SERIAL)
  if(NOT _tessera_default AND _tessera_device IN_LIST _tessera_devices)
    set(_tessera_default ${_tessera_device})
  endif()
endforeach()
string(TOUPPER "${TESSERA_BACKEND}" _tessera_wanted)
if(NOT TESSERA_BACKEND STREQUAL "auto" AND _tessera_devices)
  if(NOT _tessera_wanted IN_LIST _tessera_devices)
    message(
      FATAL_ERROR
        "TESSERA_BACKEND=${TESSERA_BACKEND}, but this Kokkos was built for ${_tessera_devices} only "
        "(${_tessera_origin}): set Kokkos_ROOT to one that was built with Kokkos_ENABLE_${_tessera_wanted}=ON"
    )
  elseif(NOT _tessera_wanted STREQUAL _tessera_default)
    message(
      FATAL_ERROR
        "TESSERA_BACKEND=${TESSERA_BACKEND}, but this Kokkos was built for ${_tessera_devices}, and programs run on "
        "${_tessera_default} (${_tessera_origin}): set Kokkos_ROOT to one that was built without it"
    )
  endif()
endif()
