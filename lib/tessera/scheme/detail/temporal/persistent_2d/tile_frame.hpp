// SPDX-License-Identifier: Apache-2.0
// The nodes of a 2D tile that lie on closed faces, numbered so that a team's members can share them out.
#pragma once

#include <tessera/grid/detail/domain.hpp>

namespace tessera::detail {

/// The nodes of a tile that lie on closed faces: one column or row for each face.
struct TileFrame {
  Index3 first[4];
  int count[4] = {0, 0, 0, 0};
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return count[0] + count[1] + count[2] + count[3]; }
  KOKKOS_FORCEINLINE_FUNCTION Index3 node(int n) const {
    int face = 0;
    while (n >= count[face]) n -= count[face++];
    Index3 i = first[face];
    i[face < 2 ? 1 : 0] += n;
    return i;
  }
};

/// The frame of the tile with this box.
KOKKOS_FORCEINLINE_FUNCTION TileFrame frame_of(Domain const& d, Box3 const& box) {
  // Where the domain goes on beyond the tile, the tile's outermost nodes lack neighbours and are not needed.
  Box3 present = box;
  for (int a = 0; a < 2; ++a) {
    present.lower[a] = !d.open[a][0] && box.lower[a] <= 0 ? 0 : box.lower[a] + 1;
    present.upper[a] = !d.open[a][1] && box.upper[a] >= d.nodes[a] ? d.nodes[a] : box.upper[a] - 1;
  }
  TileFrame frame;
  for (int face = 0; face < 4; ++face) {
    int const a = face / 2, other = 1 - a;
    Index const edge = face % 2 == 0 ? 0 : d.nodes[a] - 1;
    if (face == 2) { // corners belong to the columns
      present.lower[0] += frame.count[0] > 0 ? 1 : 0;
      present.upper[0] -= frame.count[1] > 0 ? 1 : 0;
    }
    frame.first[face] = present.lower;
    frame.first[face][a] = edge;
    if (!d.open[a][face % 2] && edge >= present.lower[a] && edge < present.upper[a])
      frame.count[face] = static_cast<int>(present.extent(other));
  }
  return frame;
}

} // namespace tessera::detail
