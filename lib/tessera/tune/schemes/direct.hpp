// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of Direct.
#pragma once

#include <tessera/scheme/direct.hpp>
#include <tessera/tune/tuning_of.hpp>

namespace tessera::detail {

template <>
struct TuningOf<Direct> : TuningDefaults {
  static constexpr bool equal_shares = true;
  static constexpr Index rows_at_a_time = 16;

  static void add_host_candidates(CandidateList& list, Work const&) { list.add(Direct::name); }
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList& list, Work const&) {
    list.add(Direct::name);
  }
  static void add_system_candidates(CandidateList& list, Work const&) { list.add(Direct::name); }
};

} // namespace tessera::detail
