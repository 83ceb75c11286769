// SPDX-License-Identifier: Apache-2.0
// Tiles that cover a plane, or what lies around a box in it:
//
//      t t t t t t
//      l x x x x r        x: the box, which others make
//      l x x x x r
//      b b b b b b
//
#pragma once

#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

struct TilesAround {
  Index core[2] = {1, 1}; // nodes that a tile writes at most
  /// A part of the plane: its nodes, and its tiles.
  struct Part {
    Index lower[2] = {0, 0}, upper[2] = {0, 0};
    Index across = 1; // tiles side by side
    Index end = 0;    // the number of the first tile of the next part
  };
  Part part[4];

  TilesAround() = default;
  /// All of the plane.
  explicit TilesAround(Tiling const& tiling) : core{tiling.core[0], tiling.core[1]} {
    part[0] = {{0, 0},
               {tiling.core[0] * tiling.count[0], tiling.core[1] * tiling.count[1]},
               tiling.count[0],
               tiling.size()};
    for (int p = 1; p < 4; ++p) part[p].end = tiling.size();
  }
  /// What lies around the box of the nodes from `from` up to `to`. What is beside it comes first: nodes at a
  /// face of axis 0 take long.
  TilesAround(Tiling const& tiling, Domain const& domain, Index const (&from)[2], Index const (&to)[2])
      : core{tiling.core[0], tiling.core[1]} {
    Index const width = domain.nodes[0], height = domain.nodes[1];
    part[0] = {{0, from[1]}, {from[0], to[1]}};
    part[1] = {{to[0], from[1]}, {width, to[1]}};
    part[2] = {{0, 0}, {width, from[1]}};
    part[3] = {{0, to[1]}, {width, height}};
    Index all = 0;
    for (Part& p : part) {
      p.across = max(1, divide_up(p.upper[0] - p.lower[0], core[0]));
      all += p.across * divide_up(p.upper[1] - p.lower[1], core[1]);
      p.end = all;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return part[3].end; }

  /// The nodes that tile `number` writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const& domain) const {
    Part of = part[0];
    Index first = 0;
    TESSERA_UNROLL
    for (int p = 1; p < 4; ++p)
      if (number >= part[p - 1].end) {
        of = part[p];
        first = part[p - 1].end;
      }
    Index const at[2] = {(number - first) % of.across, (number - first) / of.across};
    Box3 box = domain.whole();
    for (int a = 0; a < 2; ++a) {
      box.lower[a] = of.lower[a] + at[a] * core[a];
      box.upper[a] = min(min(of.upper[a], domain.nodes[a]), box.lower[a] + core[a]);
    }
    return box;
  }
};

} // namespace tessera::detail
