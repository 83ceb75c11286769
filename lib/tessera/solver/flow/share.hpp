// SPDX-License-Identifier: Apache-2.0
// FlowShare: a rank's part of a flow's grid, and the ranks that hold the rest.
#pragma once

#include <tessera/boundary/face.hpp>
#include <tessera/grid/field.hpp>
#include <tessera/solver/poisson/ranks.hpp>

namespace tessera {

/// A rank's part of a plane flow's grid. Without ranks the part is the whole, and nothing else is given.
template <class Exec, class T>
struct FlowShare {
  /// Their fill_halo() fills corners too: the grid is cut with halo_depth_of<Vorticity<T>>().
  std::shared_ptr<PoissonRanks<Exec, T, 2> const> ranks = {};
  Grid<2> block = {}; ///< this rank's nodes, as a block of the problem's grid
  Halo<2> halo = {};  ///< of this rank's fields: one node on each side on which other ranks go on
};

namespace detail {

/// Where a rank's nodes lie in the whole grid and in its arrays, which hold its block and the halo.
struct FlowPart {
  Extents<2> nodes;  ///< of the rank alone
  Extents<2> first;  ///< the first of them in the whole grid
  Extents<2> before; ///< nodes that arrays hold before it
  Extents<2> whole;  ///< nodes of the whole grid

  /// A node of the rank: its place in arrays, and its index in the whole grid.
  struct Node {
    Index i, j, whole_i, whole_j;
  };
  KOKKOS_FUNCTION Index size() const { return nodes[0] * nodes[1]; }
  KOKKOS_FUNCTION Node node(Index number) const {
    Index const a = number / nodes[1], b = number % nodes[1];
    return {a + before[0], b + before[1], a + first[0], b + first[1]};
  }
  /// Whether this face of the whole grid is one of the part's.
  KOKKOS_FUNCTION bool has_face(int face) const {
    int const axis = face / 2;
    return face % 2 ? first[axis] + nodes[axis] == whole[axis] : first[axis] == 0;
  }
  /// Whether a node of the whole grid belongs to the rank.
  bool owns(Index i, Index j) const {
    return i >= first[0] && i < first[0] + nodes[0] && j >= first[1] && j < first[1] + nodes[1];
  }
};

/// Nodes of a halo on a side, in the order of face_names.
inline Index halo_on(Halo<2> const& halo, int face) { return (face % 2 ? halo.upper : halo.lower)[face / 2]; }

template <class Exec, class T>
FlowPart part_of(FlowShare<Exec, T> const& share) {
  return {share.block.nodes, share.block.first, share.halo.lower, share.block.whole_grid().nodes};
}

/// The share of a flow on this grid, with the whole grid as its block where there are no ranks.
/// \throws InvalidInput unless the block is one of this grid, and has a halo where other ranks go on
template <class Exec, class T>
FlowShare<Exec, T> checked_share(Grid<2> const& grid, FlowShare<Exec, T> share) {
  if (!share.ranks) return {.block = grid};
  validate(share.block);
  for (int d = 0; d < 2; ++d)
    if (share.block.whole_nodes(d) != grid.nodes[d] || share.block.spacing[d] != grid.spacing[d])
      throw InvalidInput(text("flow: the block of this rank is one of a grid with ",
                              share.block.whole_nodes(d), " nodes and spacing ", share.block.spacing[d],
                              " along axis ", d, ", the problem's grid has ", grid.nodes[d], " and ",
                              grid.spacing[d], " (cut the problem's grid)"));
  for (int face = 0; face < 4; ++face)
    if (Index const halo = halo_on(share.halo, face); !part_of(share).has_face(face) && halo != 1)
      throw InvalidInput(text("flow: the block of this rank has a halo of ", halo, " nodes on its side ",
                              face_names[face], ", where other ranks go on (give it 1)"));
  return share;
}

/// The block and its halo as a grid of its own.
template <class Exec, class T>
Grid<2> outer_grid(FlowShare<Exec, T> const& share) {
  Grid<2> grid = share.block;
  grid.first = grid.whole = {};
  for (int d = 0; d < 2; ++d) grid.nodes[d] += share.halo.lower[d] + share.halo.upper[d];
  return grid;
}

} // namespace detail
} // namespace tessera
