# SPDX-License-Identifier: Apache-2.0
# How Tessera's own programs and tests are built. What users of the library get lies in lib/.
include_guard()

# Flags for code of this repository, never passed on to users. They arrive PRIVATE with every target
# that goes through here.
function(tessera_own_flags target)
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(TESSERA_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TESSERA_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(TESSERA_SANITIZE)
    target_compile_options(
      ${target} PRIVATE -fsanitize=${TESSERA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    )
    target_link_options(${target} PRIVATE -fsanitize=${TESSERA_SANITIZE})
  endif()
endfunction()

# Hands a whole target to the host compiler when CUDA is on: for sources without Kokkos whose libraries
# (fmt, toml++, CLI11) nvcc does not digest. It also compiles faster.
function(tessera_host_only target)
  if(Kokkos_ENABLE_CUDA AND NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --host-only)
  endif()
endfunction()

# tessera_precompile(target header...): reads these headers once for all targets that reuse them. Kokkos takes two seconds
# of every source, the library another. Kokkos' nvcc_wrapper can't do it.
function(tessera_precompile target)
  if(NOT Kokkos_ENABLE_CUDA)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Whoever reuses them is compiled with the same flags.
function(tessera_reuse_precompiled target from)
  if(NOT Kokkos_ENABLE_CUDA)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# Fewer optimizations, which halves the time to compile: for tests and snippets. Bits do not depend on it, and the
# programs, whose results are compared as well, have them all.
function(tessera_quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# tessera_program(name source... [PRECOMPILED target] [LIBRARIES target...]): an executable in <build>/bin.
function(tessera_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILED" "LIBRARIES")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE Tessera::tessera ${arg_LIBRARIES})
  tessera_own_flags(${name})
  if(arg_PRECOMPILED)
    tessera_reuse_precompiled(${name} ${arg_PRECOMPILED})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()
