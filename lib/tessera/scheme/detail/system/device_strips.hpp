// SPDX-License-Identifier: Apache-2.0
// The strips of a plane along which warps march on a device (device_streaming.hpp): columns of nodes, cut
// into pieces along the march.
//
//      e i i i i e       e: beside a closed face of axis 0. Nodes there are made one by one, so that a row
//      e i i i i e          takes several times as long: these pieces are shorter, and come first
//      e i i i i e       i: others. Those at the ends of the march come first, since they take longer, too
#pragma once

#include <tessera/grid/detail/domain.hpp>

namespace tessera::detail {

struct Strips {
  /// How many pieces there are at the edges for one elsewhere.
  static constexpr Index edge_pieces_each = 2;

  Index width = 1;                   // columns of nodes that a strip writes
  Index height = 1, edge_height = 1; // rows that a piece writes
  Index count = 1, edges = 0;        // columns of strips, and how many of them lie at closed faces
  Index pieces = 1, edge_pieces = 1;
  Index lower[2] = {0, 0}, upper[2] = {0, 0}; // the nodes that all strips write

  /// \param least rows of a piece
  static Strips of(Domain const& domain, Index width, Index height, Index least) {
    Strips strips;
    strips.width = width;
    strips.height = height;
    strips.edge_height = min(height, max(least, divide_up(height, edge_pieces_each)));
    strips.count = divide_up(domain.nodes[0], width);
    strips.edges = edges_of(domain, strips.count);
    strips.pieces = divide_up(domain.nodes[1], height);
    strips.edge_pieces = divide_up(domain.nodes[1], strips.edge_height);
    for (int a = 0; a < 2; ++a) strips.upper[a] = domain.nodes[a];
    return strips;
  }
  /// Strips of a box, far from all faces.
  static Strips inside(Index const (&from)[2], Index const (&to)[2], Index width, Index height) {
    Strips strips;
    strips.width = width;
    strips.height = strips.edge_height = height;
    strips.count = divide_up(to[0] - from[0], width);
    strips.pieces = strips.edge_pieces = divide_up(to[1] - from[1], height);
    for (int a = 0; a < 2; ++a) {
      strips.lower[a] = from[a];
      strips.upper[a] = to[a];
    }
    return strips;
  }
  static Index edges_of(Domain const& domain, Index count) {
    return domain.wraps[0] ? 0 : min(Index{2}, count);
  }

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return edges * edge_pieces + (count - edges) * pieces; }

  /// The nodes that a piece writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const& domain) const {
    Index const at_edges = edges * edge_pieces, inner = count - edges;
    bool const edge = number < at_edges;
    Index column, row, rows;
    if (edge) {
      column = number % edges == 0 ? 0 : count - 1;
      row = number / edges;
      rows = edge_height;
    } else {
      Index const turn = (number - at_edges) / inner;
      column = (edges > 0 ? 1 : 0) + (number - at_edges) % inner;
      row = turn == 0 ? pieces - 1 : turn - 1;
      rows = height;
    }
    Box3 box = domain.whole();
    box.lower[0] = lower[0] + column * width;
    box.upper[0] = min(upper[0], box.lower[0] + width);
    box.lower[1] = lower[1] + row * rows;
    box.upper[1] = min(upper[1], box.lower[1] + rows);
    return box;
  }
};

} // namespace tessera::detail
