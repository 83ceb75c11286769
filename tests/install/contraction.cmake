# SPDX-License-Identifier: Apache-2.0
# Which flag keeps which compiler from fusing a * b + c. usage: cmake -DTESSERA_SOURCE=... -P contraction.cmake
include(${TESSERA_SOURCE}/cmake/TesseraFpContract.cmake)

function(expect id flags)
  tessera_contraction_flags(found ${id})
  if(NOT "${found}" STREQUAL "${flags}")
    message(FATAL_ERROR "${id}: '${found}', not '${flags}'")
  endif()
endfunction()

foreach(id GNU Clang AppleClang ARMClang CrayClang FujitsuClang)
  expect(${id} -ffp-contract=off)
endforeach()
expect(IntelLLVM "-fp-model=precise;-ffp-contract=off")
expect(NVHPC -Mnofma)
expect(Fujitsu "")

# A target of a script is none: what matters is the warning.
function(target_compile_options)
endfunction()
set(CMAKE_CXX_COMPILER_ID Fujitsu)
set(CMAKE_CXX_COMPILER FCC)
tessera_forbid_contraction(nothing)
message(STATUS "all flags as expected")
