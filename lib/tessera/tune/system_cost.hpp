// SPDX-License-Identifier: Apache-2.0
// The cost model for a step of a system of fields: the least bytes that its stages move, what tiles update
// twice, and launches. Measurements correct it.
#pragma once

#include <tessera/tune/machine.hpp>
#include <tessera/tune/system_tile.hpp>
#include <tessera/tune/tuning_of.hpp>

namespace tessera::detail {

/// The operations of a system's step at a node.
inline double operations_of_step(Work const& w) {
  double sum = 0;
  for (StageWork const& stage : w.stages) sum += 3. * static_cast<double>(stage.points) + stage.writes;
  return sum;
}

/// Values that a stage moves between the nearest cache and where its rows lie: neighbours in other rows or
/// planes, what it reads at the node, and what it writes.
inline double moved_by_stage(Work const& w, StageWork const& stage) {
  auto const slow = static_cast<std::size_t>(w.dimension - 1);
  return stage.near * (stage.below[slow] + stage.above[slow]) + stage.touched + stage.writes;
}

/// One step by a sweep a stage through memory.
template <class Tuning>
Cost system_step_in_memory(Machine const& machine, Work const& w, AnyScheme const& scheme) {
  double const bytes = static_cast<double>(w.value_bytes), size = w.size();
  double const rate = machine.rate_at(2 * w.field_bytes());
  double const imbalance = Tuning::equal_shares ? 1 : Cut(w, scheme.tile, 1).imbalance();
  Cost step{.overlapping = !w.host};
  for (StageWork const& stage : w.stages) {
    step.memory += imbalance * bytes * size * (stage.touched + stage.writes) / rate;
    if (w.host) {
      auto const slow = static_cast<std::size_t>(w.dimension - 1);
      double const at_hand = bytes * size / static_cast<double>(w.nodes[w.dimension - 1]) * stage.touched *
                             (stage.below[slow] + stage.above[slow] + 1);
      step.cache +=
          imbalance * bytes * size * moved_by_stage(w, stage) / machine.rate_at(w.workers * at_hand);
    }
  }
  double const rows = size / static_cast<double>(w.nodes[0]) * static_cast<double>(w.stages.size());
  step.issue = imbalance * (size * operations_of_step(w) / machine.operations(w.value_bytes) +
                            rows * machine.row_s / w.workers);
  step.launch = static_cast<double>(w.stages.size()) * machine.launch_s;
  return step;
}

/// A sweep through tiles, which hold all stages of the fused steps.
inline Cost system_sweep_by_tiles(Machine const& machine, Work const& w, AnyScheme const& scheme, int fused) {
  double const bytes = static_cast<double>(w.value_bytes);
  Cut const cut(w, scheme.tile, fused);
  double const updates = cut.updates(), imbalance = w.host ? cut.imbalance() : 1;
  double moved = 0;
  for (StageWork const& stage : w.stages) moved += moved_by_stage(w, stage);
  double const slower = w.host ? 2 : 1; // rows enter and leave memory between the steps of other rows
  Cost sweep{.overlapping = !w.host};
  sweep.memory = slower * imbalance * bytes *
                 (w.members * cut.nodes_with_halo(fused) + w.written * w.size()) /
                 machine.rate_at(2 * w.field_bytes());
  if (w.host) {
    double plane = 1;
    for (int a = 0; a + 1 < max(2, w.dimension); ++a)
      plane *= static_cast<double>(min(w.nodes[a], cut.core[a] + Index{w.halo_of_step(a)} * fused));
    double const at_hand = bytes * plane * (w.dimension == 1 ? w.members : rows_at_hand(w, fused));
    sweep.cache = imbalance * bytes * updates * moved / machine.rate_at(w.workers * at_hand);
  } else {
    sweep.scratch = bytes * updates * moved / machine.scratch_rate;
  }
  double const rows =
      updates / static_cast<double>(min(w.nodes[0], cut.core[0])) * static_cast<double>(w.stages.size());
  sweep.issue = imbalance * (updates * operations_of_step(w) / machine.operations(w.value_bytes) +
                             rows * machine.row_s / w.workers);
  sweep.launch = machine.team_launch_s;
  return sweep;
}

/// Members that are copied home after an odd number of sweeps.
template <class Tuning>
int members_copied_home(Work const& w) {
  if (Tuning::by_tile) return w.written;
  int members = 0;
  for (StageWork const& stage : w.stages) members += stage.in_place ? 0 : stage.writes;
  return std::min(members, w.written);
}

} // namespace tessera::detail
