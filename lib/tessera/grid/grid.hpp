// SPDX-License-Identifier: Apache-2.0
// Grid: the nodes, spacing and origin of a uniform Cartesian grid.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

namespace tessera {

/// A node-centred, uniform Cartesian grid.
///
/// An axis has a node on each of its ends. A periodic axis is the exception: its `nodes` nodes span the
/// period, and the node at the end is not repeated. Axis d of the grid is axis d of every View on it.
///
/// A grid may be a block of a larger one, the whole, that several processes share: `nodes` are then the
/// block's own, `first` says where they lie in the whole, and `spacing` and `origin` are the whole's.
template <int D>
struct Grid {
  static_assert(D >= 1 && D <= 3, "tessera::Grid: one, two or three axes");
  static constexpr int dimension = D;

  Extents<D> nodes;       ///< nodes per axis, boundary nodes included
  Lengths<D> spacing;     ///< distance between neighbours per axis
  Lengths<D> origin = {}; ///< position of the whole grid's node (0, 0, 0)
  Extents<D> first = {};  ///< index in the whole grid of this grid's node (0, 0, 0)
  Extents<D> whole = {};  ///< nodes of the whole grid per axis; all zero: this grid is the whole

  /// Position of node i of this grid along an axis: that of node first + i of the whole grid, in all bits.
  KOKKOS_FUNCTION double position(int axis, Index i) const {
    return origin[axis] + static_cast<double>(first[axis] + i) * spacing[axis];
  }

  /// Nodes of the whole grid along an axis.
  KOKKOS_FUNCTION Index whole_nodes(int axis) const { return whole[axis] > 0 ? whole[axis] : nodes[axis]; }

  /// The whole grid, of which this one is a block; a grid that is the whole gives itself.
  Grid whole_grid() const {
    Grid grid{.nodes = {}, .spacing = spacing, .origin = origin};
    for (int d = 0; d < D; ++d) grid.nodes[d] = whole_nodes(d);
    return grid;
  }

  Index size() const {
    Index product = 1;
    for (int d = 0; d < D; ++d) product *= nodes[d];
    return product;
  }
};

/// \throws InvalidInput unless every axis has at least one node and a positive, finite spacing, and a block
/// lies in its whole.
template <int D>
void validate(Grid<D> const& grid) {
  for (int d = 0; d < D; ++d) {
    if (grid.nodes[d] < 1)
      throw InvalidInput(detail::text("grid of ", detail::extents_text(grid.nodes, D), " nodes: axis ", d,
                                      " has ", grid.nodes[d], " (give at least 1)"));
    if (!(grid.spacing[d] > 0) || !Kokkos::isfinite(grid.spacing[d]))
      throw InvalidInput(detail::text("grid spacing along axis ", d, " is ", grid.spacing[d],
                                      " (give a positive, finite length)"));
  }
  bool block = false;
  for (int d = 0; d < D; ++d) block |= grid.first[d] != 0 || grid.whole[d] != 0;
  if (!block) return;
  for (int d = 0; d < D; ++d)
    if (grid.first[d] < 0 || grid.first[d] > grid.whole[d] - grid.nodes[d])
      throw InvalidInput(detail::text("grid of ", grid.nodes[d], " nodes along axis ", d,
                                      ", the first of them node ", grid.first[d], " of ", grid.whole[d],
                                      " of the whole grid (give a block that lies in the whole; `whole` is "
                                      "given for all axes)"));
}

namespace detail {

/// The grid, which is not a block.
/// \throws InvalidInput as validate() does, and if the grid is a part of a larger one, which `what` can't do
/// with.
template <int D>
Grid<D> validate_whole(char const* what, Grid<D> const& grid) {
  validate(grid);
  for (int d = 0; d < D; ++d)
    if (grid.whole_nodes(d) != grid.nodes[d])
      throw InvalidInput(text(what, ": the grid holds ", grid.nodes[d], " of ", grid.whole_nodes(d),
                              " nodes of the whole grid along axis ", d, " (give the whole grid)"));
  return grid.whole_grid();
}

} // namespace detail
} // namespace tessera
