// SPDX-License-Identifier: Apache-2.0
// The tiles that the plans for systems of fields choose by themselves, as the cost model sees them.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tune/work.hpp>

namespace tessera::detail {

/// Whether a system's steps go through tiles: on a host, and in a plane on a device.
inline bool has_system_tiles(Work const& w) { return w.host || w.dimension == 2; }

/// Rows (planes in 3D) that a tile holds at a time, over all members and fused steps. A stage in place needs
/// those that it reads beside its own; another one has a level of its own.
inline double rows_at_hand(Work const& w, int fused) {
  auto const slow = static_cast<std::size_t>(w.dimension - 1);
  double rows = 0;
  for (StageWork const& stage : w.stages)
    rows += stage.writes * (stage.below[slow] + stage.above[slow] + (stage.in_place ? 0 : 1));
  return w.members + fused * rows;
}

/// The steps that a plan fuses where none are given. A device's halo takes a part of a tile of 64 x 64, and
/// to load and store it takes as long as about five steps (SystemTilePlan).
inline int own_system_steps(Work const& w) {
  if (w.host) return w.dimension < 3 ? std::max(4, 16 / static_cast<int>(w.stages.size())) : 4;
  int best = 1;
  double least = 0;
  for (int steps = 1; steps <= 16; ++steps) {
    double written = 1;
    for (int a = 0; a < 2; ++a) written *= max(0, 64 - w.halo_of_step(a) * steps) / 64.;
    if (written <= 0) break;
    double const cost = (1 + 5. / steps) / written;
    if (steps > 1 && cost >= least) continue;
    best = steps;
    least = cost;
  }
  return best;
}

/// The scheme with the tile and the fused steps that a plan takes where none are given: on a host so wide
/// that its rows stay in the second cache, and as high as gives each core a tile; on a device 64 x 64.
inline AnyScheme with_system_tile(Work const& w, AnyScheme scheme) {
  if (scheme.fused_steps == 0 && scheme.name == Temporal::name) scheme.fused_steps = own_system_steps(w);
  if (scheme.tile != Tile{0, 0, 0}) return scheme;
  int const fused = std::max(1, scheme.fused_steps);
  if (!w.host) return scheme.tile = {64, 64, 1}, scheme;
  auto const halo = [&](int a) { return w.halo_of_step(a) * fused; };
  Index core[3] = {w.nodes[0], 1, 1}, high = 1;
  if (w.dimension == 3) {
    core[1] = min(w.nodes[1], max(16, 4 * halo(1)));
    high = core[1] + halo(1);
  }
  double const values = 0.75 * static_cast<double>(second_cache_bytes() / w.value_bytes);
  auto const width = static_cast<Index>(values / rows_at_hand(w, fused) / static_cast<double>(high));
  core[0] = min(w.nodes[0], max(max(64, 4 * halo(0)), width - halo(0)));
  if (w.dimension > 1) core[w.dimension - 1] = divide_up(w.nodes[w.dimension - 1], w.workers);
  for (int a = 0; a < w.dimension; ++a)
    scheme.tile[static_cast<std::size_t>(a)] = static_cast<int>(core[a]) + halo(a);
  return scheme;
}

} // namespace tessera::detail
