// SPDX-License-Identifier: Apache-2.0
// The candidates that an autotuner may choose from, those of every scheme.
#pragma once

#include <tessera/tune/schemes.hpp>

#include <type_traits>

namespace tessera::detail {

inline void add_host_candidates(CandidateList& list, Work const& work) {
  Schemes::for_each([&](auto const& scheme) {
    TuningOf<std::remove_cvref_t<decltype(scheme)>>::add_host_candidates(list, work);
  });
}

inline void add_system_candidates(CandidateList& list, Work const& work) {
  Schemes::for_each([&](auto const& scheme) {
    TuningOf<std::remove_cvref_t<decltype(scheme)>>::add_system_candidates(list, work);
  });
}

template <class Exec, class Rules>
void add_device_candidates(CandidateList& list, Work const& work) {
  Schemes::for_each([&](auto const& scheme) {
    TuningOf<std::remove_cvref_t<decltype(scheme)>>::template add_device_candidates<Exec, Rules>(list, work);
  });
}

} // namespace tessera::detail
