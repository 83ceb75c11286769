// SPDX-License-Identifier: Apache-2.0
// What a time step costs by a scheme, predicted. Memory, caches, scratch and the issue of instructions each have a rate. On a
// device, whose teams wait for each other's, the slowest decides (a roofline); on a host a core does one after the other, and
// they add up (Stengel, Treibig, Hager, Wellein 2015). Launches come on top. docs/tuning.md has the equations.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/scheme/any_scheme.hpp>
#include <tessera/scheme/detail/temporal/host/plan.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/tile.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/default_tile.hpp>
#include <tessera/tune/machine.hpp>
#include <tessera/tune/redundancy.hpp>

#include <algorithm>

namespace tessera {

/// What is to be done a step. Axes in memory order, the unit-stride axis first.
struct Work {
  int dimension = 1;
  detail::Index3 nodes{{1, 1, 1}};
  int radius = 1;
  Index points = 3;            ///< values a formula reads
  std::size_t value_bytes = 8; ///< of a node
  bool two_levels = false;     ///< whether the level before is read, too
  bool two_passes = false;     ///< whether the formula comes in two parts
  bool host = true;
  int workers = 1;          ///< cores of a host; multiprocessors of a device, which few large teams keep busy
  int threads = 1;          ///< that a host or device runs at a time
  bool halo = false;        ///< whether the field has one that is read
  Index steps_per_call = 0; ///< steps of an advance(); 0: many

  Index nodes_in_all() const { return nodes[0] * nodes[1] * nodes[2]; }
  double size() const { return static_cast<double>(nodes_in_all()); }
  double field_bytes() const { return size() * static_cast<double>(value_bytes); }
};

/// Seconds a time step of the whole grid.
struct Cost {
  double memory = 0;  ///< to and from where the fields lie: DRAM, or a cache that holds them
  double cache = 0;   ///< neighbours along the slow axis, from a cache of a host
  double scratch = 0; ///< the same from a device's team scratch
  double issue = 0;   ///< loads, stores and arithmetic
  double launch = 0;
  bool overlapping = false; ///< whether the first four go on at a time, as on a device; on a host they add up

  double seconds() const {
    return (overlapping ? std::max({memory, cache, scratch, issue}) : memory + cache + scratch + issue) +
           launch;
  }
};

namespace detail {

/// How tiles cut the grid, and what fused steps of them load and update.
struct Cut {
  Work const& work;
  int fused;
  double tiles[3] = {1, 1, 1};
  Index core[3];

  Cut(Work const& w, Tile const& tile, int fused_steps) : work(w), fused(fused_steps) {
    for (int a = 0; a < 3; ++a) {
      Index const wanted = Index{tile[a]} - Index{2} * w.radius * fused;
      core[a] = a >= w.dimension || tile[a] == 0 ? w.nodes[a] : min(w.nodes[a], max(1, wanted));
      tiles[a] = static_cast<double>(divide_up(w.nodes[a], core[a]));
    }
  }
  double count() const { return tiles[0] * tiles[1] * tiles[2]; }
  /// Nodes of all tiles with a halo of `steps` steps around each; at the grid's edge there is none.
  double nodes_with_halo(int steps) const {
    double product = 1;
    for (int a = 0; a < work.dimension; ++a)
      product *= static_cast<double>(work.nodes[a]) + 2. * work.radius * steps * (tiles[a] - 1);
    return product;
  }
  double updates() const {
    double sum = 0;
    for (int left = 0; left < fused; ++left) sum += nodes_with_halo(left);
    return sum;
  }
  /// The slowest worker has whole tiles.
  double imbalance() const {
    double const rounds = std::ceil(count() / work.workers);
    return rounds * work.workers / count();
  }
};

/// Bytes of memory a sweep moves.
inline double memory_bytes(Work const& w, AnyScheme const& scheme, Cut const& cut) {
  double const bytes = static_cast<double>(w.value_bytes), before = w.two_levels ? 1 : 0;
  if (scheme.name == TwoPass::name) {
    PlaneTile const slice{static_cast<int>(w.nodes[0]), static_cast<int>(w.nodes[1])};
    return bytes * w.size() * (two_pass_redundancy(w.radius, slice) + before);
  }
  if (cut.fused > 1) return bytes * (1 + before) * (cut.nodes_with_halo(cut.fused) + w.size());
  return bytes * (cut.nodes_with_halo(1) + (1 + before) * w.size());
}

/// Rows in 2D, planes in 3D, that a host core makes of a level before it turns to the next.
inline int made_at_a_time(Work const& w, int fused) {
  return w.host && w.dimension == 2 && fused > 1 ? 4 : 1;
}

/// Values that an update passes between the nearest cache (or a device's registers) and what keeps the planes: its neighbours in
/// other rows or planes, its own and the result. Of rows made several at a time its own has just been made and is near.
inline double passed_values(Work const& w, int fused) {
  if (w.dimension == 1) return 2;
  int const made = made_at_a_time(w, fused);
  return 2. * w.radius / made + (made > 1 ? 1 : 2);
}

/// Bytes that a worker keeps at hand while it sweeps: the planes around the one it updates, of every fused level; of
/// schemes that load whole tiles the tile.
inline double kept_bytes(Work const& w, AnyScheme const& scheme, Cut const& cut) {
  double values = static_cast<double>(w.value_bytes) * (w.two_levels ? 2 : 1);
  int const halo = 2 * w.radius * cut.fused, slow = w.dimension - 1;
  bool const whole = scheme.name == Tiled::name || w.dimension == 1;
  int const made = made_at_a_time(w, cut.fused);
  for (int a = 0; a < w.dimension; ++a) {
    Index extent = min(w.nodes[a], cut.core[a] + halo);
    if (scheme.name == Direct::name && a == 1 && w.dimension == 3) extent = min(extent, 16 + halo);
    values *= a == slow && !whole ? 2. * w.radius + made : static_cast<double>(extent);
  }
  return values * cut.fused;
}

/// How many share such a grid: a line is not cut.
inline Index cores_of_kept(Work const& w) {
  return w.dimension == 1 ? 1 : cores_for(w.nodes_in_all(), w.workers);
}

/// Temporal without a tile, of a field without a halo: it may keep the grid where it is for many steps.
inline bool may_keep(Work const& w, AnyScheme const& scheme) {
  return scheme.name == Temporal::name && scheme.tile == Tile{0, 0, 0} && !w.halo;
}

/// A small grid that Temporal, left to itself, keeps whole in the caches of a host's cores, where none of it is updated twice.
inline bool kept_in_caches(Work const& w, AnyScheme const& scheme) {
  Index const levels = w.two_levels ? 3 : 2;
  return w.host && may_keep(w, scheme) &&
         stays_in_caches(levels * static_cast<Index>(w.field_bytes()), w.nodes[w.dimension - 1], w.radius,
                         cores_of_kept(w), w.dimension == 2);
}

/// A small plane that Temporal, left to itself, cuts into tiles that stay in a device's registers.
inline bool kept_in_registers(Work const& w, AnyScheme const& scheme) {
  return !w.host && may_keep(w, scheme) && w.dimension == 2 &&
         too_small_to_stream(w.nodes_in_all(), multiprocessors(w.threads));
}

/// A volume that Temporal, left to itself, streams through a device's registers: its tiles are as good as given.
inline AnyScheme with_own_tile(Work const& w, AnyScheme scheme) {
  using Own = VolumeDefault;
  if (w.host || w.dimension != 3 || scheme.name != Temporal::name || scheme.tile != Tile{0, 0, 0})
    return scheme;
  if (scheme.fused_steps == 0) scheme.fused_steps = Own::steps;
  int const steps = scheme.fused_steps, halo = 2 * steps;
  Index const columns =
      divide_up(w.nodes[0], Index{Own::width - halo}) * divide_up(w.nodes[1], Index{Own::height - halo});
  Index const planes = Own::planes_in_waves(columns, w.nodes[2], steps, multiprocessors(w.threads),
                                            Own::team_size(w.value_bytes, Own::height), w.two_levels);
  scheme.tile = {Own::width, Own::height, static_cast<int>(planes)};
  return scheme;
}

inline constexpr Index most_steps_kept = 1024; // of a launch

/// Steps of a launch.
inline double steps_kept(Work const& w, AnyScheme const& scheme) {
  return static_cast<double>(scheme.fused_steps > 0 ? scheme.fused_steps
                             : w.steps_per_call > 0 ? min(w.steps_per_call, most_steps_kept)
                                                    : most_steps_kept);
}

/// Tiles of 64 x 64 nodes, halo included, load themselves every `round` steps. Where all of them run at once they wait for each
/// other, which takes half as long as a launch; else every round is a launch.
inline Cost predict_in_registers(Machine const& machine, Work const& w, AnyScheme const& scheme) {
  constexpr Index width = ResidentTogether::width;
  double const at_once = static_cast<double>(multiprocessors(w.threads));
  double const steps = steps_kept(w, scheme), updates = static_cast<double>(width * width);
  double const operations = 3. * static_cast<double>(w.points);
  double const tile_s = updates * operations * at_once / machine.operations(w.value_bytes);
  bool const one_tile = w.nodes[0] <= width && w.nodes[1] <= width;
  Cost best;
  for (Index round : {Index{4}, Index{8}, Index{12}, Index{16}, Index{20}}) {
    Index const core = one_tile ? width : width - 2 * round;
    double const tiles = static_cast<double>(divide_up(w.nodes[0], core) * divide_up(w.nodes[1], core));
    double const rounds = one_tile ? 1 : std::ceil(steps / static_cast<double>(round));
    double const exchange =
        tiles <= at_once && core >= round ? machine.team_launch_s / 2 : machine.team_launch_s;
    double const moved = rounds * static_cast<double>(w.value_bytes) * (tiles * updates + w.size());
    Cost const cost{.memory = moved / machine.rate_at(2 * w.field_bytes()) / steps,
                    .issue = std::ceil(tiles / at_once) * tile_s,
                    .launch = (machine.team_launch_s + (rounds - 1) * exchange) / steps,
                    .overlapping = true};
    if (best.issue == 0 || cost.seconds() < best.seconds()) best = cost;
  }
  return best;
}

inline Cost predict_in_caches(Machine const& machine, Work const& w, AnyScheme const& scheme) {
  double const steps = steps_kept(w, scheme);
  double const cores = static_cast<double>(cores_of_kept(w)), idle = w.workers / cores;
  double const bytes = w.field_bytes(), levels = w.two_levels ? 3 : 2;
  double const operations = 3. * static_cast<double>(w.points) + (w.two_levels ? 1 : 0);
  double const rows = w.size() / static_cast<double>(w.nodes[0]);
  return {.memory = 2 * bytes / machine.rate_at(levels * bytes) / steps,
          .cache = idle * passed_values(w, most_steps_kept) * bytes / machine.rate_at(levels * bytes),
          .scratch = 0,
          .issue = idle * (w.size() * operations / machine.operations(w.value_bytes) +
                           rows * machine.row_s / w.workers),
          .launch = machine.team_launch_s / steps};
}

} // namespace detail

/// What this scheme needs for a step of the work on this machine. It neither knows nor asks whether the scheme takes
/// the tile; a tile of 0 along an axis is taken for the whole axis.
inline Cost predict(Machine const& machine, Work const& work, AnyScheme const& chosen) {
  if (detail::kept_in_caches(work, chosen)) return detail::predict_in_caches(machine, work, chosen);
  if (detail::kept_in_registers(work, chosen)) return detail::predict_in_registers(machine, work, chosen);
  AnyScheme const scheme = detail::with_own_tile(work, chosen);
  int const fused = std::max(1, scheme.fused_steps);
  detail::Cut const cut(work, scheme.tile, fused);
  bool const by_tile = scheme.name == Tiled::name || scheme.name == Temporal::name;
  double const bytes = static_cast<double>(work.value_bytes), updates = cut.updates();
  double const field_rate = machine.rate_at(work.field_bytes() * (work.two_levels ? 3 : 2));
  double const imbalance = scheme.name == Direct::name || scheme.name == TwoPass::name ? 1 : cut.imbalance();

  Cost sweep;
  // Rows of a host's tile come and go between those of its steps: at half of the rate of a copy.
  double const in_turn = work.host && scheme.name == Temporal::name ? 2 : 1;
  sweep.memory = in_turn * imbalance * detail::memory_bytes(work, scheme, cut) / field_rate;
  double const passing = updates * bytes * detail::passed_values(work, fused);
  if (work.host)
    sweep.cache = imbalance * passing / machine.rate_at(work.workers * detail::kept_bytes(work, scheme, cut));
  else if (by_tile)
    sweep.scratch = imbalance * passing / machine.scratch_rate;
  double const operations = 3. * static_cast<double>(work.points) + (work.two_levels ? 1 : 0);
  double const loads = by_tile ? 2 * cut.nodes_with_halo(fused) : 0;
  double const rows = updates / static_cast<double>(detail::min(work.nodes[0], cut.core[0]));
  sweep.issue = imbalance * ((updates * operations + loads) / machine.operations(work.value_bytes) +
                             rows * machine.row_s / work.workers);
  sweep.launch = by_tile ? machine.team_launch_s : machine.launch_s;
  if (scheme.name == TwoPass::name) sweep.launch *= 2;

  // Calls of few steps: a rest costs a whole sweep, and after an odd number of sweeps the result is copied home.
  double sweeps_a_step = 1. / fused, home = 0;
  if (Index const n = work.steps_per_call; n > 0) {
    Index const sweeps = detail::divide_up(n, fused);
    sweeps_a_step = static_cast<double>(sweeps) / static_cast<double>(n);
    if (sweeps % 2 == 1 && !work.two_levels)
      home = (2 * work.field_bytes() / field_rate + machine.launch_s) / static_cast<double>(n);
  }
  return {.memory = sweep.memory * sweeps_a_step,
          .cache = sweep.cache * sweeps_a_step,
          .scratch = sweep.scratch * sweeps_a_step,
          .issue = sweep.issue * sweeps_a_step,
          .launch = sweep.launch * sweeps_a_step + home,
          .overlapping = !work.host};
}

} // namespace tessera
