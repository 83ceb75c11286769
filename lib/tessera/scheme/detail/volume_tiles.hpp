// SPDX-License-Identifier: Apache-2.0
// How a volume is cut into the tiles of register_volume.hpp, and their shape.
#pragma once

#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/tiling.hpp>

namespace tessera::detail {

/// The shape of tiles, halo included: so many packs along x, patches along y, and planes.
template <class T>
struct VolumeShape {
  static constexpr int C = pack_width<T, 16>, rows = 4;
  static constexpr int lanes = 64 / C < 32 ? 64 / C : 32; // packs along x
  static constexpr int width = lanes * C;

  /// Columns that a tile loads beyond its core: whole packs.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int halo_x(int steps) { return (steps + C - 1) / C * C; }
};

/// Cores: a tiling, whose first and last planes are cut off.
struct VolumeTiles {
  Tiling tiling; // along the slow axis, of what lies between the ends
  Index ends;    // planes next to either face; 0: not cut off

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return tiling.size(); }
  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const& d) const {
    Box3 box = tiling.box(number, d);
    if (ends == 0) return box;
    Index const k = number / (tiling.count[0] * tiling.count[1]), last = tiling.count[2] - 1;
    box.lower[2] = k == 0 ? 0 : k == last ? d.nodes[2] - ends : ends + (k - 1) * tiling.core[2];
    box.upper[2] = k == 0      ? ends
                   : k == last ? d.nodes[2]
                               : min(d.nodes[2] - ends, box.lower[2] + tiling.core[2]);
    return box;
  }

  /// Cuts off the ends where something is left between them.
  static VolumeTiles cut(Tiling tiling, Domain const& d, Index ends) {
    Index const between = d.nodes[2] - 2 * ends;
    if (between < ends) return {tiling, 0};
    tiling.count[2] = divide_up(between, tiling.core[2]) + 2;
    return {tiling, ends};
  }
};

} // namespace tessera::detail
