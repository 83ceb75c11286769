// SPDX-License-Identifier: Apache-2.0
// Tiles in team scratch.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Neighbours of one node in a tile that lies in scratch, x fastest.
template <class T>
struct ScratchReads {
  T const* node;
  Index pitch_y, pitch_z;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return node[ox + oy * pitch_y + oz * pitch_z];
  }
};

/// A box of nodes in scratch: at(x, y, z) takes the grid's own indices.
template <class T>
struct ScratchTile {
  T* data;
  Index3 lower;
  Index pitch_y, pitch_z;

  KOKKOS_FORCEINLINE_FUNCTION T* at(Index x, Index y, Index z) const {
    return data + ((x - lower[0]) + (y - lower[1]) * pitch_y + (z - lower[2]) * pitch_z);
  }
  KOKKOS_FORCEINLINE_FUNCTION ScratchReads<T> reads(Index x, Index y, Index z) const {
    return {at(x, y, z), pitch_y, pitch_z};
  }
};

} // namespace tessera::detail
