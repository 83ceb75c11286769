// SPDX-License-Identifier: Apache-2.0
// How a volume is cut that Temporal streams through a device's registers, where nobody chose.
#pragma once

#include <tessera/scheme/detail/device/occupancy_waves.hpp>

#include <cstddef>

namespace tessera::detail {

/// Tiles, halo included, and what a multiprocessor runs of them.
struct VolumeDefault {
  static constexpr int width = 64, height = 24, steps = 3;
  static constexpr int height_with_edges = 32; ///< where faces do more than keep nodes, if scratch has room
  static constexpr int rows = 4;               ///< of a member's patch, which is 16 bytes wide

  /// At once: registers have no room for more. A level more that is read takes them, too.
  static constexpr int members(bool two_levels) { return two_levels ? 256 : 384; }

  static constexpr int team_size(std::size_t value_bytes, int high) {
    return high / rows * (width * static_cast<int>(value_bytes) / 16);
  }

  /// Planes of a tile, halo included, with which whole waves of such teams fill a device of so many multiprocessors.
  static Index planes_in_waves(Index columns, Index planes, int fused, Index multiprocessors, int team,
                               bool two_levels) {
    return height_in_waves({columns, planes, fused, multiprocessors * max(1, members(two_levels) / team)});
  }
};

} // namespace tessera::detail
