# SPDX-License-Identifier: Apache-2.0
# The flags behind "CPU and GPU give the same bits": no compiler may fuse a multiplication with an addition.
# The build and the installed package both include this file, since the flags follow the user's compiler.
include_guard()

# tessera_contraction_flags(result id): the flags for the C++ compiler that CMake calls `id`; empty for
# compilers whose flags are not known. Intel's compiler also reorders sums, unless a flag asks it to be
# precise.
function(tessera_contraction_flags result id)
  set(flags)
  if(id MATCHES "^(GNU|Clang|AppleClang|ARMClang|CrayClang|FujitsuClang|IBMClang)$")
    set(flags -ffp-contract=off)
  elseif(id STREQUAL "IntelLLVM")
    set(flags -fp-model=precise -ffp-contract=off)
  elseif(id MATCHES "^(NVHPC|PGI)$")
    set(flags -Mnofma)
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

function(tessera_forbid_contraction target)
  tessera_contraction_flags(flags "${CMAKE_CXX_COMPILER_ID}")
  if(NOT flags)
    message(
      WARNING
        "Tessera does not know by which flag ${CMAKE_CXX_COMPILER_ID} (${CMAKE_CXX_COMPILER}) is kept from fusing a * b + c: "
        "results may differ in the last bits between schemes and devices. Give the flag in CMAKE_CXX_FLAGS and set "
        "TESSERA_FP_CONTRACT=ON, which drops Tessera's own flag and this warning"
    )
  endif()
  foreach(flag IN LISTS flags)
    target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:${flag}>>)
  endforeach()
  # HIP's compiler is clang, which fuses by default in what it compiles for a device.
  target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:HIP>:-ffp-contract=off>>)
  if(NOT Kokkos_ENABLE_CUDA)
    return()
  endif()
  # Kokkos's nvcc_wrapper (or its compiler launcher) presents itself as g++ and passes this flag on to nvcc.
  if(NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:--fmad=false>>)
  endif()
  target_compile_options(
    ${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--fmad=false>>
                        $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-ffp-contract=off>>
                        $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,Clang>:-ffp-contract=off>>
  )
endfunction()
