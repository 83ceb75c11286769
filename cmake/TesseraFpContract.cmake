# SPDX-License-Identifier: Apache-2.0
# The flags behind "CPU and GPU give the same bits": no compiler may fuse a multiplication with an
# addition. Used in the build and in the installed package, since the flags follow the user's compiler.
include_guard()

function(tessera_forbid_contraction target)
  target_compile_options(
    ${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang,IntelLLVM>:-ffp-contract=off>>
  )
  if(NOT Kokkos_ENABLE_CUDA)
    return()
  endif()
  # Kokkos' nvcc_wrapper (or its compiler launcher) presents itself as g++ and hands this on to nvcc.
  if(NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:--fmad=false>>)
  endif()
  target_compile_options(
    ${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--fmad=false>>
                        $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-ffp-contract=off>>
                        $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,Clang>:-ffp-contract=off>>
  )
endfunction()
