// SPDX-License-Identifier: Apache-2.0
// How ranks share the lines along an axis: each takes whole lines, so derivatives along them need nothing of
// other ranks.
#pragma once

#include <tessera/distributed/cut.hpp>

#include "../common/block.hpp"
#include "../common/team.hpp"
#include "problem.hpp"

namespace tessera::derivative {

/// The block of this rank; on one rank the whole grid.
/// \throws InvalidInput if there are fewer lines than ranks
template <int D>
app::Block<D> block_of_lines(Problem const& problem, int axis) {
  app::Block<D> block{app::make_grid<D>(problem.geometry)};
  int const ranks = app::team().count();
  if (ranks == 1) return block;
  if constexpr (D == 1) {
    throw InvalidInput(tessera::detail::text(
        ranks, " ranks can't share one line: each derives whole lines (start one, without mpirun)"));
  } else {
    // Nothing is read across a cut, so a block may be one node thick, as it may along periodic axes.
    PeriodicAxes<D> any;
    for (int d = 0; d < D; ++d) any[d] = true;
    tessera::detail::CutProblem<D> across{block.grid.nodes, any, HaloDepth{}, D - 1};
    across.nodes[axis] = 1;
    auto const parts = across.best(ranks);
    if (parts[0] == 0)
      throw InvalidInput(tessera::detail::text(
          ranks, " ranks can't share ", tessera::detail::extents_text(across.nodes, D), " lines along axis ",
          axis, " in equal boxes of whole lines (take ", across.fitting_ranks(ranks), ")"));
    auto cells = cut(block.grid, any, HaloDepth{}, ranks, CutOptions<D>{.parts = parts});
    block.blocks.emplace(block.grid, std::move(cells), HaloDepth{}, app::team().rank());
    block.grid = block.blocks->grid();
  }
  return block;
}

} // namespace tessera::derivative
