// SPDX-License-Identifier: Apache-2.0
// What the autotuner has to know of a scheme: TuningOf<Scheme>, in tune/schemes/<name>.hpp.
#pragma once

#include <tessera/tune/candidate_list.hpp>
#include <tessera/tune/machine.hpp>

#include <optional>

namespace tessera::detail {

/// A scheme without anything to choose, whose sweeps go over the whole grid in memory. A TuningOf derives from this and says
/// what is different.
struct TuningDefaults {
  /// Whether teams of a device load tiles into scratch.
  static constexpr bool by_tile = false;
  /// Whether a worker keeps its whole tile at hand, not only the rows or planes around the one it updates.
  static constexpr bool keeps_tile = false;
  /// Whether workers get equal shares, however tiles cut the grid.
  static constexpr bool equal_shares = false;
  /// Rows of a plane that a worker takes at a time; 0: all of its tile's.
  static constexpr Index rows_at_a_time = 0;
  /// Launches of a sweep.
  static constexpr int launches = 1;
  /// The rate of a copy over that at which the scheme moves memory.
  static double slower_than_copy(Work const&) { return 1; }

  /// Bytes of memory that a sweep moves.
  static double memory_bytes(Work const& w, Cut const& cut) {
    double const bytes = static_cast<double>(w.value_bytes), before = w.two_levels ? 1 : 0;
    if (cut.fused > 1) return bytes * (1 + before) * (cut.nodes_with_halo(cut.fused) + w.size());
    return bytes * (cut.nodes_with_halo(1) + (1 + before) * w.size());
  }

  /// The choices of a scheme that was left some of them.
  static AnyScheme settled(Work const&, AnyScheme const& scheme) { return scheme; }
  /// The cost of work that the scheme does in a way that the general model does not describe.
  static std::optional<Cost> special_cost(Machine const&, Work const&, AnyScheme const&) { return {}; }

  static void add_host_candidates(CandidateList&, Work const&) {}
  /// Of what is compiled for a device.
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList&, Work const&) {}
};

template <class S>
struct TuningOf;

} // namespace tessera::detail
