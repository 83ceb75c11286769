// SPDX-License-Identifier: Apache-2.0
// cut(): divides a grid into a block for each rank.
#pragma once

#include <tessera/distributed/blocks.hpp>
#include <tessera/distributed/detail/cut.hpp>
#include <tessera/distributed/periodic_axes.hpp>

namespace tessera {

/// What the user decides about a cut.
template <int D>
struct CutOptions {
  Extents<D> parts = {}; ///< blocks along each axis; all zero: chosen, so that a step takes least time
  /// The axis along which fields lie contiguous in memory.
  int unit_stride_axis =
      std::is_same_v<Kokkos::DefaultExecutionSpace::array_layout, Kokkos::LayoutLeft> ? 0 : D - 1;
};

/// Cuts a grid's axes into parts, one block for each of `ranks` ranks: any number of them, whose blocks
/// differ by at most one node along an axis. \throws InvalidInput if the blocks would be thinner than what
/// their neighbours read of them
template <int D>
Decomposition<D> cut(Grid<D> const& grid, std::type_identity_t<PeriodicAxes<D>> const& periodic,
                     HaloDepth const& depth, int ranks, CutOptions<D> const& options = {}) {
  validate(grid);
  validate(depth);
  if (ranks < 1) throw InvalidInput(detail::text("a cut for ", ranks, " ranks (give at least 1)"));
  detail::CutProblem<D> const problem{grid.nodes, periodic, depth, options.unit_stride_axis};
  Extents<D> parts = options.parts;
  bool chosen = true;
  Index product = 1;
  for (int d = 0; d < D; ++d) {
    chosen = chosen && parts[d] == 0;
    product *= parts[d];
  }
  if (chosen) {
    parts = problem.best(ranks);
    if (parts[0] == 0) throw InvalidInput(detail::too_many_ranks(problem, ranks));
  } else if (product != ranks) {
    throw InvalidInput(detail::text(detail::extents_text(parts, D), " blocks for ", ranks,
                                    " ranks (give as many blocks as ranks)"));
  }
  typename Decomposition<D>::Starts starts;
  for (int d = 0; d < D; ++d) {
    if (parts[d] > problem.most_parts(d) || parts[d] < 1)
      throw InvalidInput(detail::text(
          parts[d], " blocks along axis ", d, " of ", grid.nodes[d], " nodes: each needs ",
          detail::least_nodes(depth, periodic[d]), " for ", depth.fused_steps, " fused steps of radius ",
          depth.radius, " (give 1 to ", problem.most_parts(d), " blocks, or fewer fused steps)"));
    starts[d] = detail::even_starts(grid.nodes[d], parts[d]);
  }
  return Decomposition<D>(grid.nodes, periodic, std::move(starts));
}

/// The blocks of these ranks: `ranks` has rank() and count(), as tessera::Ranks. Collective, since all ranks
/// check that they were given the same problem.
/// \throws InvalidInput on all ranks, if the blocks would be thinner than what their neighbours read of them
template <class RanksType, int D, class BoundaryType>
Blocks<D> cut(RanksType const& ranks, Grid<D> const& grid, BoundaryType const& boundary,
              HaloDepth const& depth, CutOptions<D> const& options = {}) {
  auto const blocks = detail::agreed(ranks, [&] {
    return Blocks<D>(grid, cut(grid, periodic_axes<D>(boundary), depth, ranks.count(), options), depth,
                     ranks.rank());
  });
  detail::expect_same(ranks, "the problem", blocks.text());
  return blocks;
}

} // namespace tessera
