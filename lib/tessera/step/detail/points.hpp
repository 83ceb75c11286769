// SPDX-License-Identifier: Apache-2.0
// What a stepper checks of the injections and samplings of its formula, and where sweeps end for samples.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/grid/detail/domain.hpp>
#include <tessera/points/points_list.hpp>

namespace tessera::detail {

/// Checks that points were made for this grid.
/// \throws InvalidInput if they were not, and where halos are read
template <int D, class Points>
void check_points(Grid<D> const& grid, Domain const& domain, Points const& points) {
  points.for_each([&]<class On>(On const& on) {
    if (domain.reads_halo())
      throw InvalidInput("with_points: the field has a halo, and what a support has of it is not known (give "
                         "a field without a halo)");
    auto const& nodes = on.data.tables.nodes;
    for (int d = 0; d < D; ++d)
      if (nodes[d] != grid.nodes[d])
        throw InvalidInput(text("with_points: the points were made for ", nodes[d], " nodes along axis ", d,
                                ", the field has ", grid.nodes[d], " (make them for its grid)"));
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
