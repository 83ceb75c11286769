// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of TwoPass.
#pragma once

#include <tessera/scheme/two_pass.hpp>
#include <tessera/tune/redundancy.hpp>
#include <tessera/tune/tuning_of.hpp>

namespace tessera::detail {

template <>
struct TuningOf<TwoPass> : TuningDefaults {
  static constexpr bool equal_shares = true;
  static constexpr int launches = 2;

  static double memory_bytes(Work const& w, Cut const&) {
    double const previous = w.two_levels ? 1 : 0;
    PlaneTile const slice{static_cast<int>(w.nodes[0]), static_cast<int>(w.nodes[1])};
    return static_cast<double>(w.value_bytes) * w.size() * (two_pass_redundancy(w.radius, slice) + previous);
  }

  static void add_host_candidates(CandidateList& list, Work const& w) {
    if (w.two_passes && w.dimension > 1) list.add(TwoPass::name);
  }
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList& list, Work const& w) {
    add_host_candidates(list, w);
  }
};

} // namespace tessera::detail
