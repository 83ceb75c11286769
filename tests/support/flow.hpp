// SPDX-License-Identifier: Apache-2.0
// Flows for tests, with their fields on the host.
#pragma once

#include <tessera/solver/flow/flow.hpp>
#include <tessera/tessera.hpp>

#include "support/memory.hpp"

namespace tessera::test {

using DoubleFlow = Flow<Exec, double>;

/// A mask of the nodes in the grid's box from low to high, both included.
inline std::vector<std::uint8_t> block(Grid<2> const& grid, Extents<2> const& low, Extents<2> const& high) {
  std::vector<std::uint8_t> mask;
  for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
    mask.push_back(n[0] >= low[0] && n[0] <= high[0] && n[1] >= low[1] && n[1] <= high[1]);
  });
  return mask;
}

/// A uniform stream of speed 1 past a square of 8 x 8 spacings of 1/8, in a slip channel of at least 48 x 32
/// spacings.
inline FlowProblem stream(Index n0, Index n1, double reynolds) {
  FlowProblem problem;
  problem.grid = {.nodes = {n0, n1}, .spacing = {0.125, 0.125}};
  problem.sides = {FlowSide::inflow, FlowSide::outflow, FlowSide::slip, FlowSide::slip};
  problem.inflow.assign(static_cast<std::size_t>(n1), 1.);
  problem.viscosity = 1 / reynolds;
  return problem;
}
inline std::vector<std::uint8_t> square(Grid<2> const& grid, Index first) {
  Index const middle = (grid.nodes[1] - 1) / 2;
  return block(grid, {first, middle - 4}, {first + 8, middle + 4});
}

inline double step_length(DoubleFlow const& flow) {
  auto const& p = flow.problem();
  return std::fmin(0.8 / flow.courant_rate(Exec()), 0.8 * diffusion_limit(p.grid, p.viscosity));
}

} // namespace tessera::test
