// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// A value from which a device computes nothing earlier than here: what a compiler moves out of a loop is in registers as long
/// as the loop runs.
KOKKOS_FORCEINLINE_FUNCTION Index opaque(Index value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+l"(value));
#endif
  return value;
}

/// An offset that is widened to 64 bits where it is used: widened before a loop it would take two registers all along it.
KOKKOS_FORCEINLINE_FUNCTION int opaque(int offset) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(offset));
#endif
  return offset;
}

} // namespace tessera::detail
