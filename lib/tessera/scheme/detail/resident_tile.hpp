// SPDX-License-Identifier: Apache-2.0
// How a small plane is cut into tiles that stay in registers.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// A tile in registers. A member has C columns, a warp as many rows of the tile as its members have.
struct ResidentTile {
  static constexpr int C = 2, lanes = 32, width = lanes * C;
  static constexpr int rows = 8; // of which a tile has a multiple
  Index3 halo;                   // nodes around a core, per axis
  Index3 core, count;            // nodes that a tile writes; tiles
  int height;                    // rows, halo included

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1]; }
};

/// Tiles that a device holds at once, one a multiprocessor of 2048 threads.
inline Index resident_at_once(Index concurrency) { return max(1, concurrency / 2048); }

/// Whether a plane has too few rows for all multiprocessors to stream some: tiles that stay in registers take less time.
inline bool too_small_to_stream(Index nodes, Index at_once) { return nodes <= at_once * 64 * 1024; }

} // namespace tessera::detail
