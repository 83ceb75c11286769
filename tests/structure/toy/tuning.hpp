// SPDX-License-Identifier: Apache-2.0
// What the autotuner has to know of the toy scheme.
#pragma once

#include <tessera/scheme/toy.hpp>
#include <tessera/tune/tuning_of.hpp>

namespace tessera::detail {

template <>
struct TuningOf<Toy> : TuningDefaults {
  static void add_host_candidates(CandidateList& list, Work const&) { list.add(Toy::name); }
};

} // namespace tessera::detail
