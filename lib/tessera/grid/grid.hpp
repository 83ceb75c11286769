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
template <int D>
struct Grid {
  static_assert(D >= 1 && D <= 3, "tessera::Grid: one, two or three axes");
  static constexpr int dimension = D;

  Extents<D> nodes;       ///< nodes per axis, boundary nodes included
  Lengths<D> spacing;     ///< distance between neighbours per axis
  Lengths<D> origin = {}; ///< position of node (0, 0, 0)

  KOKKOS_FUNCTION double position(int axis, Index i) const {
    return origin[axis] + static_cast<double>(i) * spacing[axis];
  }

  Index size() const {
    Index product = 1;
    for (int d = 0; d < D; ++d) product *= nodes[d];
    return product;
  }
};

/// \throws InvalidInput unless every axis has at least one node and a positive, finite spacing.
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
}

} // namespace tessera
