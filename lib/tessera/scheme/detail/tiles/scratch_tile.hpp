// SPDX-License-Identifier: Apache-2.0
// A box of nodes in team scratch, addressed by the grid's own indices, and the bytes that it takes.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>

#include <cstddef>

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
  /// The box as a level in memory.
  KOKKOS_FORCEINLINE_FUNCTION Data<T> level() const { return {at(0, 0, 0), pitch_y, pitch_z}; }
};

/// Distance of two rows in values. On a device it is odd, so that members along y access different banks.
template <class Exec>
KOKKOS_FORCEINLINE_FUNCTION Index scratch_pitch(Index width) {
  return on_host<Exec> ? width : width | 1;
}

/// Bytes of scratch of a team for a tile of this extent, halo included: one buffer, or two if it makes
/// several steps.
template <class Exec, class T>
KOKKOS_FUNCTION std::size_t tile_bytes(Index3 const& extent, int fused_steps) {
  Index const values = scratch_pitch<Exec>(extent[0]) * extent[1] * extent[2];
  std::size_t const one = static_cast<std::size_t>(values) * sizeof(T);
  return (fused_steps > 1 ? 2 : 1) * ((one + 15) / 16 * 16);
}

} // namespace tessera::detail
