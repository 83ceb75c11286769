// SPDX-License-Identifier: Apache-2.0
// The middle of a domain in whole tiles that start at whole packs, and the slabs around it.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/device/interior.hpp>
#include <tessera/scheme/detail/device/update_slab.hpp>

namespace tessera::detail {

struct InteriorTiles : Interior {
  Index3 first, core; // where the first tile starts, up to a pack before the middle; nodes of a tile
  Index3 count{{0, 0, 0}};
  EdgeSlabs slabs;

  /// Teams of a launch: one per tile, then one per core of the slabs, which fill the gaps at the end.
  Index teams() const { return size() + slabs.size(); }
  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1] * count[2]; }

  /// What tile `number` writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 tile(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = max(interior.lower[a], first[a] + at[a] * core[a]);
      box.upper[a] = min(interior.upper[a], first[a] + (at[a] + 1) * core[a]);
    }
    return box;
  }

  /// Where along x or y a tile that writes from `lower` on starts to compute: whole tiles all, so that no member stands
  /// outside; the last of a row lies partly over its neighbour, and leaves the nodes it does not write alone.
  KOKKOS_FORCEINLINE_FUNCTION Index start(int axis, Index lower) const {
    Index const from = first[axis] + (lower - first[axis]) / core[axis] * core[axis];
    return min(from, last[axis]);
  }
  Index3 last{{0, 0, 0}}; // the last start
};

/// Tiles of `core` nodes, whose rows are made of packs of C and start where a cache line may. No tiles where the domain is
/// smaller than one: all of it is slabs then.
template <int C, bool far = false, class Rules>
InteriorTiles make_interior_tiles(Rules const& rules, Index3 const& core) {
  Domain const& d = rules.domain;
  InteriorTiles tiles;
  // Along x whole packs are read: a halo that is narrower does not serve.
  static_cast<Interior&>(tiles) = interior_of<far>(rules, (Rules::radius + C - 1) / C * C);
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

} // namespace tessera::detail
