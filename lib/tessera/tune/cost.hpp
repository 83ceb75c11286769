// SPDX-License-Identifier: Apache-2.0
// The cost model: it predicts the time of a step by a scheme. Memory, caches, scratch and the issue of
// instructions each have a rate. On a device, where teams work while others wait, the slowest of them decides
// (a roofline). On a host, a core does one after the other, and their times add up (Stengel, Treibig, Hager,
// Wellein 2015). Launches are added. docs/tuning.md has the equations.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tune/machine.hpp>
#include <tessera/tune/schemes.hpp>
#include <tessera/tune/system_cost.hpp>
#include <tessera/tune/work.hpp>

#include <algorithm>
#include <type_traits>

namespace tessera {

namespace detail {

/// Bytes that a worker needs in its caches while it sweeps: the planes around the one that it updates, of
/// every fused level, or the whole tile for schemes that load whole tiles.
template <class Tuning>
double bytes_at_hand(Work const& w, Cut const& cut) {
  double values = static_cast<double>(w.value_bytes) * (w.two_levels ? 2 : 1);
  int const halo = 2 * w.radius * cut.fused, slow = w.dimension - 1;
  bool const whole = Tuning::holds_whole_tile || w.dimension == 1;
  int const made = made_at_a_time(w, cut.fused);
  for (int a = 0; a < w.dimension; ++a) {
    Index extent = min(w.nodes[a], cut.core[a] + halo);
    if (Tuning::rows_at_a_time > 0 && a == 1 && w.dimension == 3)
      extent = min(extent, Tuning::rows_at_a_time + halo);
    values *= a == slow && !whole ? 2. * w.radius + made : static_cast<double>(extent);
  }
  return values * cut.fused;
}

/// A step's share of a sweep. Calls may make few steps: then a remainder costs a whole sweep, and after an
/// odd number of sweeps members that have two levels are copied back.
inline Cost per_step(Machine const& machine, Work const& work, Cost const& sweep, int fused, int two_levels) {
  double sweeps_a_step = 1. / fused, copy_back = 0;
  if (Index const n = work.steps_per_call; n > 0) {
    Index const sweeps = divide_up(n, fused);
    sweeps_a_step = static_cast<double>(sweeps) / static_cast<double>(n);
    if (sweeps % 2 == 1 && two_levels > 0) {
      double const bytes = work.field_bytes() / work.members * two_levels;
      copy_back = (2 * bytes / machine.rate_at(2 * work.field_bytes()) + two_levels * machine.launch_s) /
                  static_cast<double>(n);
    }
  }
  return {.memory = sweep.memory * sweeps_a_step,
          .cache = sweep.cache * sweeps_a_step,
          .scratch = sweep.scratch * sweeps_a_step,
          .issue = sweep.issue * sweeps_a_step,
          .launch = sweep.launch * sweeps_a_step + copy_back,
          .overlapping = !work.host};
}

template <class Tuning>
Cost predict_by(Machine const& machine, Work const& work, AnyScheme const& chosen) {
  if (auto const special = Tuning::special_cost(machine, work, chosen)) return *special;
  AnyScheme const scheme = Tuning::settled(work, chosen);
  int const fused = std::max(1, scheme.fused_steps);
  Cut const cut(work, scheme.tile, fused);
  double const bytes = static_cast<double>(work.value_bytes), updates = cut.updates();
  double const field_rate = machine.rate_at(work.field_bytes() * (work.two_levels ? 3 : 2));
  double const imbalance = Tuning::equal_shares ? 1 : cut.imbalance();

  Cost sweep;
  sweep.memory = Tuning::slower_than_copy(work) * imbalance * Tuning::memory_bytes(work, cut) / field_rate;
  double const moved = updates * bytes * moved_values(work, fused);
  if (work.host)
    sweep.cache = imbalance * moved / machine.rate_at(work.workers * bytes_at_hand<Tuning>(work, cut));
  else if (Tuning::by_tile)
    sweep.scratch = imbalance * moved / machine.scratch_rate;
  double const operations = 3. * static_cast<double>(work.points) + (work.two_levels ? 1 : 0);
  double const loads = Tuning::by_tile ? 2 * cut.nodes_with_halo(fused) : 0;
  double const rows = updates / static_cast<double>(min(work.nodes[0], cut.core[0]));
  sweep.issue = imbalance * ((updates * operations + loads) / machine.operations(work.value_bytes) +
                             rows * machine.row_s / work.workers);
  sweep.launch = Tuning::launches * (Tuning::by_tile ? machine.team_launch_s : machine.launch_s);

  return per_step(machine, work, sweep, fused, work.two_levels ? 0 : 1);
}

template <class Tuning>
Cost predict_system(Machine const& machine, Work const& work, AnyScheme const& chosen) {
  if constexpr (Tuning::by_tile) {
    AnyScheme const scheme = with_system_tile(work, chosen);
    int const fused = std::max(1, scheme.fused_steps);
    return per_step(machine, work, system_sweep_by_tiles(machine, work, scheme, fused), fused,
                    members_copied_home<Tuning>(work));
  } else {
    return per_step(machine, work, system_step_in_memory<Tuning>(machine, work, chosen), 1,
                    members_copied_home<Tuning>(work));
  }
}

} // namespace detail

/// The predicted cost of a step of this work by this scheme on this machine. It does not depend on whether
/// the scheme accepts the tile; a tile of 0 along an axis means the whole axis.
/// \throws InvalidInput for an unknown scheme
inline Cost predict(Machine const& machine, Work const& work, AnyScheme const& chosen) {
  return with_scheme(chosen.name, {}, 0, [&](auto const& scheme) {
    using Tuning = detail::TuningOf<std::remove_cvref_t<decltype(scheme)>>;
    return work.stages.empty() ? detail::predict_by<Tuning>(machine, work, chosen)
                               : detail::predict_system<Tuning>(machine, work, chosen);
  });
}

} // namespace tessera
