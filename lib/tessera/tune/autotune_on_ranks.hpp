// SPDX-License-Identifier: Apache-2.0
// autotune() for a grid that ranks share.
#pragma once

#include <tessera/tune/autotune_system.hpp>
#include <tessera/tune/team.hpp>

namespace tessera {

/// The options of ranks that choose the same.
template <class RanksType>
AutotuneOptions with_team(AutotuneOptions options, RanksType const& ranks) {
  options.team = std::make_shared<TuningRanks<RanksType>>(ranks);
  return options;
}

/// Chooses scheme, tile and fused steps for steps of this stencil on a field whose blocks ranks share, the
/// same on all. The arguments are those of a Stepper, the ranks, and the exchange that advance() takes:
///
///     auto const blocks = tessera::cut(ranks, grid, boundary, tessera::halo_depth_of<Stencil>(8));
///     auto const u = tessera::make_field<double>(exec, blocks);
///     tessera::HaloExchange const exchange(exec, transport, blocks, u);
///     auto const tuned = tessera::autotune(exec, ranks, u, stencil, boundary, exchange);
///
/// Candidates are timed with their messages, by all ranks at once, and the slowest rank counts. They fuse at
/// most as many steps as the halo is deep enough for. Rank 0 reads and writes the cache. Collective: all
/// ranks give the same options, but for the memory. Otherwise as autotune() of one process. \throws
/// InvalidInput on all ranks if no candidate can step all blocks
template <class Exec, class RanksType, class ViewType, class StencilType, class BoundaryType, class Exchange,
          class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, RanksType const& ranks, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, Exchange const& exchange, AutotuneOptions const& options = {},
               Clock const& clock = {}, ObstacleView const& obstacle = {}) {
  return autotune(exec, tuning_problem(exec, u, stencil, boundary, clock, obstacle, exchange),
                  with_team(options, ranks));
}

/// The same for a system of fields.
template <class Exec, class RanksType, class Value, class ViewType, class StepType, class BoundaryType,
          class Exchange, class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, RanksType const& ranks, System<Value, ViewType> const& u,
               StepType const& step, BoundaryType const& boundary, Exchange const& exchange,
               AutotuneOptions const& options = {}, Clock const& clock = {},
               ObstacleView const& obstacle = {}) {
  return autotune(exec, tuning_problem(exec, u, step, boundary, clock, obstacle, exchange),
                  with_team(options, ranks));
}

} // namespace tessera
