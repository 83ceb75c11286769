// SPDX-License-Identifier: Apache-2.0
// The register queue of a thread that marches along the slow axis: its packs in the 2R + 1 planes around the
// one that it updates (Micikevicius 2009).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/index.hpp>

namespace tessera::detail {

/// A pack of C columns in every plane from -R to R, and in `Ahead` more planes that are still being loaded.
/// shift() moves the values on. Unrolling the march until values are back in place would save these moves,
/// but takes so many registers that fewer threads are left to hide the memory's latency
/// (docs/notes/direct-3d-on-a-gpu.md).
template <class T, int R, int C, int Ahead>
struct Queue {
  static constexpr int planes = 2 * R + 1 + Ahead;
  T slot[planes][C];

  KOKKOS_FORCEINLINE_FUNCTION T (&plane(int k))[C] { return slot[R + k]; }
  KOKKOS_FORCEINLINE_FUNCTION T const (&plane(int k) const)[C] { return slot[R + k]; }

  KOKKOS_FORCEINLINE_FUNCTION void shift() {
    TESSERA_UNROLL
    for (int k = 0; k + 1 < planes; ++k) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) slot[k][c] = slot[k + 1][c];
    }
  }
};

} // namespace tessera::detail
