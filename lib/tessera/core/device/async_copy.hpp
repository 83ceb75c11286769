// SPDX-License-Identifier: Apache-2.0
// Copies from memory to a team's scratch that are under way while their thread goes on (cp.async): no register waits for
// them. Elsewhere than on an NVIDIA GPU they are made at once.
#pragma once

#include <tessera/core/device/pack.hpp>

#if defined(__CUDACC__)
#include <cuda_pipeline.h>
#endif

namespace tessera::detail {

/// A pack, to scratch that is aligned to it.
template <int Width, bool wide, class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_to_scratch(T* to, T const* from) {
#if defined(__CUDA_ARCH__)
  constexpr int at_once = wide ? Width : 1, bytes = at_once * static_cast<int>(sizeof(T));
  constexpr bool async = bytes == 4 || bytes == 8 || bytes == 16;
#else
  constexpr int at_once = 1;
  constexpr bool async = false;
#endif
  TESSERA_UNROLL
  for (int c = 0; c < Width; c += at_once) {
    if constexpr (async)
      __pipeline_memcpy_async(to + c, from + c, at_once * sizeof(T));
    else
      for (int n = 0; n < at_once; ++n) to[c + n] = from[c + n];
  }
}

/// Ends a group of copies.
KOKKOS_FORCEINLINE_FUNCTION void end_group_of_copies() {
#if defined(__CUDA_ARCH__)
  __pipeline_commit();
#endif
}

/// Waits for this thread's groups but the last `under_way`. What other threads copied is there after a barrier.
template <int under_way>
KOKKOS_FORCEINLINE_FUNCTION void wait_for_copies() {
#if defined(__CUDA_ARCH__)
  __pipeline_wait_prior(under_way);
#endif
}

} // namespace tessera::detail
