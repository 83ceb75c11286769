# SPDX-License-Identifier: Apache-2.0
# Tessera's loops on a CPU contain `#pragma omp simd`. If Kokkos has OpenMP, its flags enable these lines;
# otherwise a flag of their own does, since -Wall warns of them where they are ignored. The build and the
# installed package both include this file.
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
