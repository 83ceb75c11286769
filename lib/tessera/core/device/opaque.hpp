// SPDX-License-Identifier: Apache-2.0
// Values that a device's compiler cannot compute ahead of their use.
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// The value itself, but the compiler can't move what depends on it to an earlier place: values that it moves
/// out of a loop occupy registers as long as the loop runs.
KOKKOS_FORCEINLINE_FUNCTION Index opaque(Index value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+l"(value));
#endif
  return value;
}

/// An offset that is widened to 64 bits only where it is used: widened before a loop, it would occupy two
/// registers all through the loop.
KOKKOS_FORCEINLINE_FUNCTION int opaque(int offset) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(offset));
#endif
  return offset;
}

/// A pointer to a team's scratch that the compiler computes once: else it does so wherever it is used.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T* opaque_scratch(T* scratch) {
#if defined(__CUDA_ARCH__)
  auto place = static_cast<unsigned>(__cvta_generic_to_shared(scratch));
  asm volatile("" : "+r"(place));
  return static_cast<T*>(__cvta_shared_to_generic(place));
#else
  return scratch;
#endif
}

} // namespace tessera::detail
