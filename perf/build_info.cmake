# SPDX-License-Identifier: Apache-2.0
# cmake -Dsource=... -Doutput=... -Dcommands=... -Dcompiler=... -P: run before every build, touches its output only where
# something changed.
cmake_minimum_required(VERSION 3.22)

execute_process(
  COMMAND git -C "${source}" describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
)
if(NOT commit)
  set(commit unknown)
endif()

# The flags that a benchmark is really compiled with: its command in compile_commands.json without the compiler, the
# places of headers and the names of files. CMake writes that file with generators for Ninja and Make.
set(flags unknown)
if(EXISTS "${commands}")
  file(READ "${commands}" commands)
  string(JSON last LENGTH "${commands}")
  math(EXPR last "${last} - 1")
  foreach(entry RANGE ${last})
    string(JSON file GET "${commands}" ${entry} file)
    if(NOT file STREQUAL "${source}/stencil_heat2d.cpp")
      continue()
    endif()
    string(JSON command GET "${commands}" ${entry} command)
    separate_arguments(words UNIX_COMMAND "${command}")
    list(POP_FRONT words)
    string(REGEX REPLACE "(^|;)(-isystem|-I|-o|-c|-MT|-MF);[^;]*" "" words "${words}")
    list(FILTER words EXCLUDE REGEX "^(-I|-isystem|-DKOKKOS_DEPENDENCE|-MD|--options-file)")
    list(FILTER words INCLUDE REGEX "^-|^[^/]*$")
    string(REPLACE ";" " " flags "${words}")
    string(REPLACE "\\" "\\\\" flags "${flags}")
    string(REPLACE "\"" "\\\"" flags "${flags}")
    break()
  endforeach()
endif()
configure_file("${source}/build_info.cpp.in" "${output}" @ONLY)
