// SPDX-License-Identifier: Apache-2.0
// What Temporal and Tiled ask of a plan for systems of fields, and how tiles cover the domain.
#pragma once

#include <tessera/scheme/detail/system/stage_reach.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

/// The user's choices; zeros leave them to the plan.
struct SystemRequest {
  char const* scheme;
  Tile tile;
  int fused_steps;
  bool left_to_plan = false; ///< whether a plan may step in memory if that takes less time

  /// The steps of a sweep. \throws InvalidInput for a negative number
  int steps(int otherwise) const {
    if (fused_steps < 0)
      throw InvalidInput(text(scheme, ": ", fused_steps, " fused steps (give one or more, or 0)"));
    return fused_steps > 0 ? fused_steps : otherwise;
  }
};

/// The next sweep's share of the steps that are left, if all sweeps make about equally many.
inline int even_share(Index left, int most) {
  return static_cast<int>(divide_up(left, divide_up(left, most)));
}

/// Cuts a domain into tiles of this extent, halo included. The halo is what a schedule's levels read.
/// \throws InvalidInput if the halo leaves a tile nothing to write, or there are too many tiles
template <int D, class Schedule>
Tiling system_tiling(Domain const& domain, Tile const& tile, int steps, Schedule const& schedule) {
  Tiling tiling;
  for (int a = 0; a < D; ++a) {
    Index const halo = schedule.below[a] + schedule.above[a];
    tiling.core[a] = tile[a] - halo;
    if (tiling.core[a] < 1)
      throw InvalidInput(text("tile ", extents_text(tile, D), " with ", steps,
                              " fused step(s) leaves no node to write along axis ", a, ": give at least ",
                              halo + 1, " (tile axis 0 is the unit-stride axis)"));
    tiling.count[a] = divide_up(domain.nodes[a], tiling.core[a]);
  }
  check_count(tiling, tile, D);
  return tiling;
}

} // namespace tessera::detail
