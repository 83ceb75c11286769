// SPDX-License-Identifier: Apache-2.0
// How a volume is cut that Temporal streams through a device's registers, where nobody chose.
#pragma once

#include <tessera/scheme/detail/waves.hpp>

#include <cstddef>

namespace tessera::detail {

/// Tiles, halo included, and what a multiprocessor runs of them.
struct VolumeDefault {
  static constexpr int width = 64, height = 32, steps = 3;
  static constexpr int members = 256; ///< at once: registers have no room for more
  static constexpr int rows = 4;      ///< of a member's patch, which is 16 bytes wide

  static constexpr int team_size(std::size_t value_bytes, int high) {
    return high / rows * (width * static_cast<int>(value_bytes) / 16);
  }

  /// Planes of a tile, halo included, with which whole waves of teams fill a device of so many multiprocessors.
  static Index planes_in_waves(Index columns, Index planes, int fused, Index multiprocessors, int team) {
    return height_in_waves({columns, planes, fused, max(1, multiprocessors * members / team)});
  }
};

} // namespace tessera::detail
