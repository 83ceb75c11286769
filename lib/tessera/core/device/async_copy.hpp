// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies from memory to a team's scratch (cp.async): a thread goes on while its copies are under
// way, and no register waits for them. On anything but an NVIDIA GPU values are copied at once.
#pragma once

#include <tessera/core/device/pack.hpp>

#if defined(__CUDACC__)
#include <cuda_pipeline.h>
#endif

namespace tessera::detail {

/// Copies a pack to scratch that is aligned to a pack.
template <int Width, bool wide, class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_to_scratch(T* to, T const* from) {
#if defined(__CUDA_ARCH__)
  constexpr int values_per_copy = wide ? Width : 1, bytes = values_per_copy * static_cast<int>(sizeof(T));
  constexpr bool async = bytes == 4 || bytes == 8 || bytes == 16;
#else
  constexpr int values_per_copy = 1;
  constexpr bool async = false;
#endif
  TESSERA_UNROLL
  for (int c = 0; c < Width; c += values_per_copy) {
    if constexpr (async)
      __pipeline_memcpy_async(to + c, from + c, values_per_copy * sizeof(T));
    else
      for (int n = 0; n < values_per_copy; ++n) to[c + n] = from[c + n];
  }
}

/// Copies one value to scratch, or sets it to zero there.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_to_scratch_if(bool copied, T* to, T const* from) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) {
    auto const place = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(place), "l"(from), "n"(sizeof(T)),
                 "r"(copied ? unsigned{sizeof(T)} : 0u)
                 : "memory");
    return;
  }
#endif
  *to = copied ? *from : T{};
}

/// Ends a group of copies.
KOKKOS_FORCEINLINE_FUNCTION void end_group_of_copies() {
#if defined(__CUDA_ARCH__)
  __pipeline_commit();
#endif
}

/// Waits for this thread's groups of copies except for the last `under_way`. What other threads have copied
/// is complete after a barrier.
template <int under_way>
KOKKOS_FORCEINLINE_FUNCTION void wait_for_copies() {
#if defined(__CUDA_ARCH__)
  __pipeline_wait_prior(under_way);
#endif
}

} // namespace tessera::detail
