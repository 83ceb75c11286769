// SPDX-License-Identifier: Apache-2.0
// The shape of the tiles of kernel.hpp, and how a volume is cut into them.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/default_tile.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

/// The shape of tiles, halo included: `lanes` packs along x, and patches of `rows` rows along y.
template <class T>
struct VolumeShape {
  static constexpr int C = pack_width<T, 16>, rows = VolumeDefault::rows;
  static constexpr int lanes = VolumeDefault::width / C < 32 ? VolumeDefault::width / C : 32; // packs along x
  static constexpr int width = lanes * C;

  /// The columns that a tile loads on either side of its core, as whole packs.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int halo_x(int steps) { return (steps + C - 1) / C * C; }
};

/// The tiles of a volume. They need no halo beyond closed faces, so that tiles there write the nodes that are
/// halo in other tiles. The first and the last planes may be tiles of their own.
struct VolumeTiles {
  Tiling tiling;          // along the slow axis, its core is that of tiles between the ends
  Index3 extent, halo;    // what tiles load, and what of it is halo, along x and y
  bool closed[2][2] = {}; // closed faces across x and y, beyond which tiles do not reach
  Index ends = 0;         // planes of the tiles next to either face of the slow axis; 0: no such tiles

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return tiling.size(); }

  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const& d) const {
    Box3 box = d.whole();
    Index const at[3] = {number % tiling.count[0], number / tiling.count[0] % tiling.count[1],
                         number / tiling.count[0] / tiling.count[1]};
    for (int a = 0; a < 2; ++a) {
      Index const first = closed[a][0] ? halo[a] : 0; // further nodes that the first tile writes
      if (at[a] > 0) box.lower[a] = at[a] * tiling.core[a] + first;
      if (at[a] + 1 < tiling.count[a]) box.upper[a] = (at[a] + 1) * tiling.core[a] + first;
    }
    bool const last = at[2] + 1 == tiling.count[2];
    if (at[2] > 0) box.lower[2] = last && ends > 0 ? d.nodes[2] - ends : start(at[2]);
    if (!last) box.upper[2] = min(d.nodes[2] - ends, start(at[2] + 1));
    return box;
  }

  /// The box that the tile with this core loads for so many steps. If there is room, tiles stay between
  /// closed faces and inside what memory holds.
  KOKKOS_FORCEINLINE_FUNCTION Box3 loaded_by(Box3 const& core, int steps, Domain const& d) const {
    Box3 box;
    for (int a = 0; a < 2; ++a) {
      Index from = core.lower[a] - halo[a];
      if (!d.wraps[a]) from = max(lowest(d, a), min(from, highest(d, a) - extent[a]));
      box.lower[a] = from;
      box.upper[a] = from + extent[a];
    }
    box.lower[2] = core.lower[2] - steps;
    box.upper[2] = core.upper[2] + steps;
    return box;
  }

  /// Whether some node of that box lies on a closed face or beyond any face.
  KOKKOS_FORCEINLINE_FUNCTION bool at_edge(Box3 const& core, int steps, Domain const& d) const {
    Box3 const box = loaded_by(core, steps, d);
    bool at = !box.inside(d.whole());
    for (int a = 0; a < 3; ++a)
      at |= (box.lower[a] == 0 && !d.open[a][0]) || (box.upper[a] == d.nodes[a] && !d.open[a][1]);
    return at;
  }

  /// Whether there is room for a tile along x and y. A periodic axis, across whose ends tiles reach, needs
  /// `least` nodes.
  bool fit(Domain const& d, Index3 const& least) const {
    bool fit = !d.wraps[2] || d.nodes[2] >= least[2];
    for (int a = 0; a < 2; ++a)
      fit &= d.wraps[a] ? d.nodes[a] >= least[a] : highest(d, a) - lowest(d, a) >= extent[a];
    return fit;
  }

  /// \param extent what tiles load along x and y
  /// \param ends planes next to either face of the slow axis that become tiles of their own, if at least as
  ///        many planes are left between them
  static VolumeTiles cut(Tiling const& tiling, Domain const& d, Index3 const& extent, Index3 const& halo,
                         Index ends) {
    VolumeTiles tiles{tiling, extent, halo};
    for (int a = 0; a < 2; ++a) {
      Index rest = d.nodes[a];
      for (int side = 0; side < 2; ++side) {
        tiles.closed[a][side] = !d.open[a][side];
        if (tiles.closed[a][side]) rest -= halo[a];
      }
      tiles.tiling.count[a] = max(1, divide_up(rest, tiling.core[a]));
    }
    Index const between = d.nodes[2] - 2 * ends;
    if (ends == 0 || between < ends) return tiles;
    tiles.ends = ends;
    tiles.tiling.count[2] = divide_up(between, tiling.core[2]) + 2;
    return tiles;
  }

private:
  // The first node along x or y that tiles load, and the end of the last one.
  KOKKOS_FORCEINLINE_FUNCTION Index lowest(Domain const& d, int a) const {
    return closed[a][0] ? 0 : d.readable.lower[a];
  }
  KOKKOS_FORCEINLINE_FUNCTION Index highest(Domain const& d, int a) const {
    return closed[a][1] ? d.nodes[a] : d.readable.upper[a];
  }

  /// The first plane of tile number `at` along the slow axis, if it is not one of the tiles at the ends.
  KOKKOS_FORCEINLINE_FUNCTION Index start(Index at) const {
    return ends > 0 ? ends + (at - 1) * tiling.core[2] : at * tiling.core[2];
  }
};

} // namespace tessera::detail
