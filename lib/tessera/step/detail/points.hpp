// SPDX-License-Identifier: Apache-2.0
// What a stepper checks of the injections and samplings of its formula, and where sweeps end for samples.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/grid/field.hpp>
#include <tessera/points/points_list.hpp>

namespace tessera::detail {

/// Checks that points were made for fields like this one.
/// \throws InvalidInput if they were made for another grid, another block of it, or a narrower halo
template <int D, class Points>
void check_points(Grid<D> const& grid, Halo<D> const& halo, Points const& points) {
  points.for_each([&]<class On>(On const& on) {
    auto const& made = on.data.tables;
    for (int d = 0; d < D; ++d) {
      if (made.nodes[d] != grid.nodes[d])
        throw InvalidInput(text("with_points: the points were made for ", made.nodes[d], " nodes along axis ",
                                d, ", the field has ", grid.nodes[d], " (make them for its grid)"));
      if (made.first[d] != grid.first[d])
        throw InvalidInput(text("with_points: the points were made for a block that begins at node ",
                                made.first[d], " of axis ", d, ", the field's begins at node ", grid.first[d],
                                " (make them for its grid)"));
      if (made.halo_lower[d] < halo.lower[d] || made.halo_upper[d] < halo.upper[d])
        throw InvalidInput(text("with_points: the field has a halo of ", halo.lower[d], " and ",
                                halo.upper[d], " nodes along axis ", d, ", the points were made for one of ",
                                made.halo_lower[d], " and ", made.halo_upper[d],
                                " (give the PointSet the field's halo)"));
    }
  });
}

/// Checks the length of an advance.
/// \throws InvalidInput if series or records are shorter
template <class Points>
void check_advance(Points const& points, Index steps) {
  points.for_each([&]<class On>(On const& on) {
    if (steps > on.data.longest)
      throw InvalidInput(text("advance by ", steps, " steps: the ", On::injects ? "injection" : "sampling",
                              " of the formula holds ", on.data.longest, " (advance in parts)"));
  });
}

/// Steps until the next level that is to be sampled, at most `left`.
template <class Points>
Index steps_to_sample(Points const& points, Index level, Index left) {
  points.for_each([&]<class On>(On const& on) {
    if constexpr (!On::injects)
      if (on.data.nodes > 0) left = min(left, on.data.steps_to_next(level));
  });
  return left;
}

} // namespace tessera::detail
