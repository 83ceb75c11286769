# SPDX-License-Identifier: Apache-2.0
# Tessera's loops on a CPU say `#pragma omp simd`. Where Kokkos has OpenMP its flags come with it; where it has not, a flag
# of their own makes compilers heed these lines, which -Wall complains of otherwise. Used in the build and in the installed
# package.
include_guard()

function(tessera_heed_simd target devices)
  string(TOUPPER "${devices}" devices)
  if(OPENMP IN_LIST devices OR CUDA IN_LIST devices)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang|ARMClang|CrayClang|FujitsuClang|IBMClang|IntelLLVM)$")
    target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-fopenmp-simd>>)
  endif()
endfunction()
