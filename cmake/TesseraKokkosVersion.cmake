# SPDX-License-Identifier: Apache-2.0
# The versions and devices of Kokkos that Tessera supports. The build and the installed package both include
# this file.
include_guard()

set(TESSERA_KOKKOS_OLDEST 4.6) # on CPUs
set(TESSERA_KOKKOS_OLDEST_DEVICE 5.0)

# tessera_kokkos_refusal(result version devices): why this Kokkos can't be used, in words; empty if it can.
# `devices` are names such as OPENMP;CUDA.
function(tessera_kokkos_refusal result version devices)
  string(TOUPPER "${devices}" devices)
  set(why)
  foreach(device OPENACC OPENMPTARGET)
    if(device IN_LIST devices)
      set(why "Tessera has no kernels for ${device}, only for CPUs, CUDA, HIP and SYCL: set Kokkos_ROOT to a Kokkos that "
              "was built without it (this one has ${devices})"
      )
    endif()
  endforeach()
  if(NOT why AND version AND version VERSION_LESS TESSERA_KOKKOS_OLDEST)
    set(why "Kokkos ${version} is too old: Tessera wants ${TESSERA_KOKKOS_OLDEST} or later")
  endif()
  foreach(device CUDA HIP SYCL)
    if(NOT why AND version AND device IN_LIST devices AND version VERSION_LESS TESSERA_KOKKOS_OLDEST_DEVICE)
      set(why "Kokkos ${version} is too old for ${device}: Tessera wants ${TESSERA_KOKKOS_OLDEST_DEVICE} or later there")
    endif()
  endforeach()
  string(CONCAT why ${why})
  set(${result} "${why}" PARENT_SCOPE)
endfunction()
