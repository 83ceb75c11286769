// SPDX-License-Identifier: Apache-2.0
// The interior of a domain in whole tiles that start at whole packs, and the slabs around it.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/device/interior.hpp>
#include <tessera/scheme/detail/device/update_slab.hpp>

namespace tessera::detail {

struct InteriorTiles : Interior {
  Index3 first, core; // start of the first tile, up to a pack before the interior; nodes of a tile
  Index3 count{{0, 0, 0}};
  EdgeSlabs slabs;

  /// Teams of a launch: one per tile, then one per core of the slabs. The latter fill the gaps at the end.
  Index teams() const { return size() + slabs.size(); }
  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1] * count[2]; }

  /// The nodes that tile `number` writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 tile(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = max(interior.lower[a], first[a] + at[a] * core[a]);
      box.upper[a] = min(interior.upper[a], first[a] + (at[a] + 1) * core[a]);
    }
    return box;
  }

  /// The node along x or y at which a tile that writes from `lower` on starts to compute. All tiles are
  /// whole, so that no member stands outside; the last tile of a row partly overlaps its neighbour and does
  /// not write the nodes that they share.
  KOKKOS_FORCEINLINE_FUNCTION Index start(int axis, Index lower) const {
    Index const from = first[axis] + (lower - first[axis]) / core[axis] * core[axis];
    return min(from, last[axis]);
  }
  Index3 last{{0, 0, 0}}; // start of the last tile
};

/// Cuts an interior, which interior_of has found, into tiles of `core` nodes. Their rows consist of packs of
/// C values and start where a cache line may begin. If the domain is smaller than a tile there are no tiles,
/// and one slab covers it.
template <int C, class Rules>
InteriorTiles cut_into_tiles(Rules const& rules, Interior const& interior, Index3 const& core) {
  Domain const& d = rules.domain;
  InteriorTiles tiles;
  static_cast<Interior&>(tiles) = interior;
  tiles.core = core;
  tiles.first = tiles.interior.lower;
  constexpr Index line = max(C, 128 / static_cast<Index>(sizeof(typename Rules::value_type)));
  tiles.first[0] = tiles.first[0] / line * line;
  tiles.last = {{d.nodes[0] - core[0], tiles.interior.upper[1] - core[1], 0}};
  if (tiles.interior.size() == 0 || tiles.last[0] < tiles.first[0] || tiles.last[1] < tiles.first[1])
    tiles.interior.upper = tiles.interior.lower;
  else
    for (int a = 0; a < 3; ++a) tiles.count[a] = divide_up(tiles.interior.upper[a] - tiles.first[a], core[a]);
  tiles.slabs = edge_slabs_around(tiles.interior, d.whole(), Rules::dimension, {{128, 8, 8}});
  return tiles;
}

/// The interior for kernels that read whole packs along x, which a narrower halo does not allow.
template <int C, class Rules>
Interior interior_of_packs(Rules const& rules, bool held) {
  return interior_of(rules, (Rules::radius + C - 1) / C * C, held);
}

/// The tiles of that interior.
template <int C, class Rules>
InteriorTiles make_interior_tiles(Rules const& rules, Index3 const& core, bool held) {
  return cut_into_tiles<C>(rules, interior_of_packs<C>(rules, held), core);
}

} // namespace tessera::detail
