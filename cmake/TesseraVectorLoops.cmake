# SPDX-License-Identifier: Apache-2.0
# Tessera's loops on a CPU contain `#pragma omp simd`. If Kokkos has OpenMP, its flags enable these lines;
# otherwise a flag of their own does, since -Wall warns of them where they are ignored. The build and the
# installed package both include this file.
#
# g++'s passes -fipa-sra and -fipa-cp copy formulas, and functions that formulas call, with other or with
# constant arguments, and do not inline the copies into the loops over rows, although these are marked
# `flatten` (seen with g++ 12). Such a loop calls them node by node: Cahn-Hilliard's equation was stepped at a
# ninth of the speed, a formula of at.position at a sixth. Only without both are all such loops vectors.
#
# g++ and clang leave a loop with a square root node by node, since sqrt() of a negative number sets errno, unless
# -fno-math-errno says that nobody asks for errno. The root itself is the same (docs/guide/numbers.md).
#
# g++ leaves a loop with a condition node by node where the processor has no masks (before AVX-512), since it computes both
# sides in a vector and one of them might trap, unless -fno-trapping-math says that nothing traps. clang assumes so.
include_guard()

function(tessera_heed_simd target devices)
  string(TOUPPER "${devices}" devices)
  if(CUDA IN_LIST devices OR NOT CMAKE_CXX_COMPILER_ID MATCHES
                             "^(GNU|Clang|AppleClang|ARMClang|CrayClang|FujitsuClang|IBMClang|IntelLLVM)$"
  )
    return()
  endif()
  set(flags -fno-math-errno)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND flags -fno-trapping-math -fno-ipa-sra -fno-ipa-cp)
  endif()
  if(NOT OPENMP IN_LIST devices)
    list(APPEND flags -fopenmp-simd)
  endif()
  foreach(flag IN LISTS flags)
    target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:${flag}>>)
  endforeach()
endfunction()
