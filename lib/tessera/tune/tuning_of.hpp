// SPDX-License-Identifier: Apache-2.0
// TuningOf<Scheme>: what the autotuner has to know of a scheme. It is specialised in tune/schemes/<name>.hpp.
#pragma once

#include <tessera/tune/candidate_list.hpp>
#include <tessera/tune/machine.hpp>

#include <optional>

namespace tessera::detail {

/// A scheme that has nothing to choose and whose sweeps go over the whole grid in memory. A TuningOf derives
/// from this and declares what is different.
struct TuningDefaults {
  /// Whether teams of a device load tiles into scratch.
  static constexpr bool by_tile = false;
  /// Whether a worker needs its whole tile in its caches, not only the rows or planes around the one that it
  /// updates.
  static constexpr bool holds_whole_tile = false;
  /// Whether workers get equal shares, no matter how tiles cut the grid.
  static constexpr bool equal_shares = false;
  /// Rows of a plane that a worker takes at a time; 0: all rows of its tile.
  static constexpr Index rows_at_a_time = 0;
  /// Number of launches of a sweep.
  static constexpr int launches = 1;
  /// The rate of a copy divided by the rate at which the scheme moves memory.
  static double slower_than_copy(Work const&) { return 1; }

  /// Bytes of memory that a sweep moves.
  static double memory_bytes(Work const& w, Cut const& cut) {
    double const bytes = static_cast<double>(w.value_bytes), previous = w.two_levels ? 1 : 0;
    if (cut.fused > 1) return bytes * (1 + previous) * (cut.nodes_with_halo(cut.fused) + w.size());
    return bytes * (cut.nodes_with_halo(1) + (1 + previous) * w.size());
  }

  /// The scheme with choices for whatever was left to it.
  static AnyScheme settled(Work const&, AnyScheme const& scheme) { return scheme; }
  /// The cost of work that the scheme does in a way which the general model does not describe.
  static std::optional<Cost> special_cost(Machine const&, Work const&, AnyScheme const&) { return {}; }

  static void add_host_candidates(CandidateList&, Work const&) {}
  /// Adds the candidates for which kernels are compiled on a device.
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList&, Work const&) {}
  /// Adds the candidates for a system of fields, on a host or a device.
  static void add_system_candidates(CandidateList&, Work const&) {}
};

template <class SchemeType>
struct TuningOf;

} // namespace tessera::detail
