// SPDX-License-Identifier: Apache-2.0
// A box of nodes in team scratch, addressed by the grid's own indices.
#pragma once

#include <tessera/scheme/detail/node/memory_reads.hpp>

namespace tessera::detail {

/// A box of nodes in scratch. at(x, y, z) takes the grid's own indices.
template <class T>
struct ScratchTile {
  T* data;
  Index3 lower;
  Index pitch_y, pitch_z;

  KOKKOS_FORCEINLINE_FUNCTION T* at(Index x, Index y, Index z) const {
    return data + ((x - lower[0]) + (y - lower[1]) * pitch_y + (z - lower[2]) * pitch_z);
  }
  KOKKOS_FORCEINLINE_FUNCTION MemoryReads<T> reads(Index x, Index y, Index z) const {
    return {at(x, y, z), pitch_y, pitch_z};
  }
};

} // namespace tessera::detail
