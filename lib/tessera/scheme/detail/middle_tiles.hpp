// SPDX-License-Identifier: Apache-2.0
// The middle of a domain, whose nodes read nothing beyond what memory holds, in whole tiles that start at whole packs; and
// the slabs around it, a few nodes deep, whose nodes are updated with care one by one. Where a march knows how, the
// middle reaches to faces that keep their nodes, and around a ring along the rows.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/rules.hpp>
#include <tessera/scheme/detail/slabs.hpp>

namespace tessera::detail {

struct MiddleTiles {
  Box3 middle, plain; // plain: where the formula holds; other nodes of the middle keep their value
  Index3 first, core; // where the first tile starts, up to a pack before the middle; nodes of a tile
  Index3 count{{0, 0, 0}};
  Slabs slabs;

  /// Teams of a launch: one per tile, then one per core of the slabs, which fill the gaps at the end.
  Index teams() const { return size() + slabs.size(); }
  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1] * count[2]; }

  /// What tile `number` writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 tile(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = max(middle.lower[a], first[a] + at[a] * core[a]);
      box.upper[a] = min(middle.upper[a], first[a] + (at[a] + 1) * core[a]);
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

/// The middle. `far`: it reaches to faces that keep their nodes. Of those that are left to it none is near any other kind
/// of face, so that it does not matter which face wins.
template <int C, bool far, class Rules>
void set_middle(MiddleTiles& tiles, Rules const& rules) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  tiles.middle = d.whole();
  for (int a = 0; a < Rules::dimension; ++a) {
    tiles.middle.lower[a] = max(0, d.readable.lower[a] + R);
    tiles.middle.upper[a] = min(d.nodes[a], d.readable.upper[a] - R);
  }
  // Along x whole packs are read: a halo that is narrower does not serve.
  constexpr Index reach = (R + C - 1) / C * C;
  if (d.readable.lower[0] > -reach) tiles.middle.lower[0] = R;
  if (d.readable.upper[0] < d.nodes[0] + reach) tiles.middle.upper[0] = d.nodes[0] - R;
  tiles.plain = tiles.middle;
  if constexpr (far) {
    for (int a = 0; a < Rules::dimension; ++a) {
      if (rules.face_keeps(a, 0)) tiles.middle.lower[a] = 0;
      if (rules.face_keeps(a, 1)) tiles.middle.upper[a] = d.nodes[a];
    }
    if (d.wraps[0]) {
      tiles.middle.lower[0] = tiles.plain.lower[0] = 0;
      tiles.middle.upper[0] = tiles.plain.upper[0] = d.nodes[0];
    }
  }
}

/// Tiles of `core` nodes, whose rows are made of packs of C and start where a cache line may. No tiles where the domain is
/// smaller than one: all of it is slabs then.
template <int C, bool far = false, class Rules>
MiddleTiles make_middle_tiles(Rules const& rules, Index3 const& core) {
  Domain const& d = rules.domain;
  MiddleTiles tiles;
  set_middle<C, far>(tiles, rules);
  tiles.core = core;
  tiles.first = tiles.middle.lower;
  constexpr Index line = max(C, 128 / static_cast<Index>(sizeof(typename Rules::value_type)));
  tiles.first[0] = tiles.first[0] / line * line;
  tiles.last = {{d.nodes[0] - core[0], tiles.middle.upper[1] - core[1], 0}};
  if (tiles.middle.size() == 0 || tiles.last[0] < tiles.first[0] || tiles.last[1] < tiles.first[1])
    tiles.middle.upper = tiles.middle.lower;
  else
    for (int a = 0; a < 3; ++a) tiles.count[a] = divide_up(tiles.middle.upper[a] - tiles.first[a], core[a]);
  tiles.slabs = slabs_around(tiles.middle, d.whole(), Rules::dimension, {{128, 8, 8}});
  return tiles;
}

/// Stores those columns of the pack at x that lie in [begin, end).
template <int C, bool wide, class T>
KOKKOS_FORCEINLINE_FUNCTION void store_columns(T* at_x, T const (&from)[C], Index begin, Index end, Index x) {
  if (x >= begin && x + C <= end) {
    store_pack(at_x, from, wide);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if (x + c >= begin && x + c < end) at_x[c] = from[c];
  }
}

/// A core of the slabs, node by node.
template <class Member, class Rules, class T>
KOKKOS_FUNCTION void update_slab(Member const& member, Rules const& rules, Levels<T> const& levels,
                                 Box3 const& box, Index step) {
  int const ex = static_cast<int>(box.extent(0)), ey = static_cast<int>(box.extent(1));
  int const count = static_cast<int>(box.size());
  for (int n = member.team_rank(); n < count; n += member.team_size()) {
    Index const x = box.lower[0] + n % ex, y = box.lower[1] + n / ex % ey, z = box.lower[2] + n / ex / ey;
    *levels.out.at(x, y, z) =
        rules.careful(Rules::with_before(WrappedReads<T>{rules.domain, levels.in, x, y, z},
                                         [&] { return *levels.before.at(x, y, z); }),
                      x, y, z, step);
  }
}

} // namespace tessera::detail
