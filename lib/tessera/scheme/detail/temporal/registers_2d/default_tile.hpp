// SPDX-License-Identifier: Apache-2.0
// The default tiles of a plane whose rows Temporal streams through a device's registers.
#pragma once

#include <tessera/core/index.hpp>

#include <cstddef>

namespace tessera::detail {

struct PlaneDefault {
  /// Packs of a tile's row, halo included: a pack of a wide star publishes more in scratch.
  static constexpr int packs(int radius) { return radius == 1 ? 128 : 64; }

  /// Fused steps, if scratch has room: the largest number that registers hold well. The edge slabs of a small
  /// grid take longer than its interior, the more so the more steps are fused.
  static constexpr int steps(bool star, int radius, std::size_t value_bytes, Index nodes) {
    if (!star) return 4;
    if (radius == 1) return value_bytes == 4 ? 10 : 8;
    return nodes < Index{1} << 22 ? 2 : 4;
  }
};

} // namespace tessera::detail
