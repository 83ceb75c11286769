// SPDX-License-Identifier: Apache-2.0
// How lines in 1D are cut into tiles that a warp holds in registers, for fields and for systems of fields.
#pragma once

#include <tessera/grid/detail/domain.hpp>
#include <tessera/scheme/detail/device/warp_runs.hpp>

namespace tessera::detail {

struct LineTiles {
  Index core, halo; // nodes that a tile writes, and those that it loads on either side of them
  Index count;
  Index plain[2]; // tiles, halo included, between these two nodes need the formula alone

  /// Tiles of `width` nodes, halo included. Their core may be empty, and then there are none. Between the
  /// plain nodes memory holds all, and no face, obstacle or other end of a period is near.
  static LineTiles of(Domain const& d, Index width, Index halo, Index radius, bool obstacle) {
    Index const core = width - 2 * halo;
    LineTiles cut{core, halo, core > 0 ? divide_up(d.nodes[0], core) : 0, {0, d.nodes[0]}};
    if (!d.wraps[0]) {
      cut.plain[0] = d.open[0][0] ? max(d.readable.lower[0], d.straight_begin(0)) : radius;
      cut.plain[1] = d.open[0][1] ? min(d.readable.upper[0], d.straight_end(0)) : d.nodes[0] - radius;
    }
    if (obstacle) cut.plain[1] = cut.plain[0];
    return cut;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(Index first, Index width) const {
    return first >= plain[0] && first + width <= plain[1];
  }
};

/// A tile of a line, and a member's run in it.
template <class T, int N>
struct LinePlace {
  WarpRuns<T, N> runs;
  Index first;    // node of the tile
  int begin, end; // the nodes that the tile writes, counted from that one
  KOKKOS_FORCEINLINE_FUNCTION Index x() const { return first + runs.lane * N; }
};

} // namespace tessera::detail
