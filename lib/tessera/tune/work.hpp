// SPDX-License-Identifier: Apache-2.0
// The work of a time step, its cost, and how tiles cut the grid.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/scheme/scheme.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tessera {

/// A stage of a system's step. Axes are in memory order; members are counted.
struct StageWork {
  int near = 1;                        ///< members that it reads at neighbours
  int writes = 1;                      ///< members that it gives new values
  int touched = 1;                     ///< members that it does either to
  bool in_place = true;                ///< whether the new values overwrite the old ones
  Index points = 1;                    ///< values that its formula reads
  std::array<int, 3> below{}, above{}; ///< how far it reads
};

/// The work of a time step. Axes are in memory order, the unit-stride axis first.
struct Work {
  int dimension = 1;
  detail::Index3 nodes{{1, 1, 1}};
  int radius = 1;
  Index points = 3;            ///< values a formula reads
  std::size_t value_bytes = 8; ///< bytes of a value
  bool two_levels = false;     ///< whether the previous level is read, too
  bool two_passes = false;     ///< whether the formula comes in two parts
  bool host = true;
  int workers = 1;   ///< cores of a host, or multiprocessors of a device, which a few large teams keep busy
  int threads = 1;   ///< threads that a host or device runs at a time
  bool halo = false; ///< whether the field has a halo that is read
  bool slow_periodic = false; ///< whether the slowest axis is periodic
  bool persistent = false;    ///< whether a device has Temporal's persistent kernel compiled for the formula
  bool tiles = false;         ///< whether a device has Temporal's tiles in registers compiled for the formula
  bool registers = false;     ///< whether a device has Temporal's streaming through registers compiled for it
  Index steps_per_call = 0;   ///< steps of an advance(); 0: many
  int members = 1;            ///< of a system of fields, each with values of value_bytes
  int written = 1;            ///< of them, those that some stage writes
  std::vector<StageWork> stages = {}; ///< of a system; none: one field, stepped by one formula

  Index nodes_in_all() const { return nodes[0] * nodes[1] * nodes[2]; }
  double size() const { return static_cast<double>(nodes_in_all()); }
  double field_bytes() const { return size() * static_cast<double>(value_bytes) * members; }
  /// Nodes beside a tile's core that a step reads along an axis, both sides together.
  int halo_of_step(int axis) const {
    if (stages.empty()) return 2 * radius;
    int sum = 0;
    for (auto const& stage : stages)
      sum += stage.below[static_cast<std::size_t>(axis)] + stage.above[static_cast<std::size_t>(axis)];
    return sum;
  }
};

/// The predicted seconds per time step of the whole grid, by cause.
struct Cost {
  double memory = 0;  ///< transfers to and from where the fields lie: DRAM, or a cache that holds them
  double cache = 0;   ///< loads of neighbours along the slow axis, from a host's cache
  double scratch = 0; ///< the same, from a device's team scratch
  double issue = 0;   ///< loads, stores and arithmetic
  double launch = 0;
  bool overlapping = false; ///< whether the first four overlap, as on a device; on a host they add up

  double seconds() const {
    return (overlapping ? std::max({memory, cache, scratch, issue}) : memory + cache + scratch + issue) +
           launch;
  }
};

namespace detail {

/// How tiles cut the grid, and what their fused steps load and update.
struct Cut {
  Work const& work;
  int fused;
  double tiles[3] = {1, 1, 1};
  Index core[3];

  Cut(Work const& w, Tile const& tile, int fused_steps) : work(w), fused(fused_steps) {
    for (int a = 0; a < 3; ++a) {
      Index const wanted = Index{tile[a]} - Index{w.halo_of_step(a)} * fused;
      core[a] = a >= w.dimension || tile[a] == 0 ? w.nodes[a] : min(w.nodes[a], max(1, wanted));
      tiles[a] = static_cast<double>(divide_up(w.nodes[a], core[a]));
    }
  }
  double count() const { return tiles[0] * tiles[1] * tiles[2]; }
  /// Nodes of all tiles, each with a halo of `steps` steps; there is no halo at the grid's edge.
  double nodes_with_halo(int steps) const {
    double product = 1;
    for (int a = 0; a < work.dimension; ++a)
      product *= static_cast<double>(work.nodes[a]) + work.halo_of_step(a) * steps * (tiles[a] - 1);
    return product;
  }
  double updates() const {
    double sum = 0;
    for (int left = 0; left < fused; ++left) sum += nodes_with_halo(left);
    return sum;
  }
  /// The time of the slowest worker, which has only whole tiles, over that of equal shares.
  double imbalance() const {
    double const turns = std::ceil(count() / work.workers);
    return turns * work.workers / count();
  }
};

/// Rows in 2D, or planes in 3D, of a level that a host core makes before it turns to the next level.
inline int made_at_a_time(Work const& w, int fused) {
  return w.host && w.dimension == 2 && fused > 1 ? 4 : 1;
}

/// Values per update that move between the nearest cache (or a device's registers) and where the planes lie:
/// its neighbours in other rows or planes, its own value and the result. If several rows are made at a time,
/// its own value has just been made and is near.
inline double moved_values(Work const& w, int fused) {
  if (w.dimension == 1) return 2;
  int const made = made_at_a_time(w, fused);
  return 2. * w.radius / made + (made > 1 ? 1 : 2);
}

} // namespace detail

} // namespace tessera
