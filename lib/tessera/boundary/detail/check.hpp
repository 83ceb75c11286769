// SPDX-License-Identifier: Apache-2.0
// Checks that a boundary fits a grid, and opens the ends of periodic axes in the domain.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/grid/detail/domain.hpp>

#include <utility>

namespace tessera::detail {

/// Checks that a side on which a block ends inside the whole grid has a halo: no condition holds there.
/// \throws InvalidInput if it has none
inline void check_cut_sides(Domain const& domain, int user_axis, int a, bool periodic) {
  Index const first = domain.first[a], whole = domain.whole_nodes[a], end = first + domain.nodes[a];
  bool const part = domain.nodes[a] < whole;
  for (int side = 0; side < 2; ++side) {
    bool const cut = part && (periodic || (side == 0 ? first > 0 : end < whole));
    if (cut && !domain.open[a][side])
      throw InvalidInput(text("the field holds nodes ", first, " to ", end - 1, " of ", whole,
                              " of the whole grid along axis ", user_axis, " and has no halo on its ",
                              face_names[2 * user_axis + side],
                              " side, where its neighbour's nodes follow (give a halo)"));
  }
  if (periodic && (-domain.readable.lower[a] > whole || domain.readable.upper[a] - domain.nodes[a] > whole))
    throw InvalidInput(text("axis ", user_axis, " is periodic with ", whole, " nodes and has a halo of ",
                            -domain.readable.lower[a], " and ", domain.readable.upper[a] - domain.nodes[a],
                            " nodes (give a halo no wider than the period)"));
}

/// Opens the ends of periodic axes.
/// \throws InvalidInput for a periodic face whose opposite is not periodic, for a periodic axis with a halo
/// on one side only or wider than the period, for a block without a halo where the whole grid goes on, and
/// for axes that are too short for the stencil's radius.
template <class Order, int Radius, class BoundaryType>
void apply_boundary(Domain& domain, BoundaryType const& boundary) {
  bool wraps[3][2] = {};
  [&]<int... F>(std::integer_sequence<int, F...>) {
    ((wraps[Face<F>::axis][Face<F>::upper] = boundary.template face<F>().role() == Role::wraps), ...);
  }
  (std::make_integer_sequence<int, 2 * Order::dimension>{});
  for (int d = 0; d < Order::dimension; ++d) {
    int const a = Order::memory_axis(d);
    if (wraps[d][0] != wraps[d][1])
      throw InvalidInput(text("face ", face_names[2 * d + (wraps[d][0] ? 0 : 1)], " is periodic and ",
                              face_names[2 * d + (wraps[d][0] ? 1 : 0)],
                              " is not (make both faces of the axis periodic, or neither)"));
    bool const both_halo = domain.open[a][0] && domain.open[a][1];
    if (wraps[d][0] && domain.open[a][0] != domain.open[a][1])
      throw InvalidInput(text("axis ", d, " is periodic and has a halo on its ",
                              domain.open[a][0] ? "lower" : "upper",
                              " side only (give a halo on both sides, or on neither)"));
    check_cut_sides(domain, d, a, wraps[d][0]);
    if (wraps[d][0] && both_halo) domain.period[a] = domain.whole_nodes[a];
    if (wraps[d][0] && !both_halo) {
      domain.wraps[a] = domain.open[a][0] = domain.open[a][1] = true;
    } else if (!both_halo && domain.nodes[a] < 2 * Radius + 1) {
      throw InvalidInput(text("axis ", d, " has ", domain.nodes[a], " nodes; a stencil of radius ", Radius,
                              " needs at least ", 2 * Radius + 1,
                              " (give more nodes, or make the axis periodic)"));
    }
  }
}

} // namespace tessera::detail
