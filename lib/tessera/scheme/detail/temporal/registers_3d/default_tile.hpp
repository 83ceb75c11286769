// SPDX-License-Identifier: Apache-2.0
// The default tiles of a volume that Temporal streams through a device's registers.
#pragma once

#include <tessera/scheme/detail/device/occupancy_waves.hpp>

#include <cstddef>

namespace tessera::detail {

/// The extents of default tiles, halo included, and how many of their members a multiprocessor runs.
struct VolumeDefault {
  static constexpr int width = 64, height = 24, steps = 3;
  static constexpr int height_with_edges = 32; ///< if faces do more than freeze nodes, and scratch has room
  static constexpr int rows = 4;               ///< of a member's patch, which is 16 bytes wide

  /// Members that a multiprocessor runs at the same time. Registers have no room for more, and a stencil that
  /// reads two levels takes more registers.
  static constexpr int members(bool two_levels) { return two_levels ? 256 : 384; }

  static constexpr int team_size(std::size_t value_bytes, int high) {
    return high / rows * (width * static_cast<int>(value_bytes) / 16);
  }

  /// The planes of a tile, halo included, at which such teams fill a device of so many multiprocessors with
  /// whole occupancy waves.
  static Index planes_in_waves(Index columns, Index planes, int fused, Index multiprocessors, int team,
                               bool two_levels) {
    return height_in_waves({columns, planes, fused, multiprocessors * max(1, members(two_levels) / team)});
  }
};

} // namespace tessera::detail
