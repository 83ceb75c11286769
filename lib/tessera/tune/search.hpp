// SPDX-License-Identifier: Apache-2.0
// The search for the fastest candidate, in two phases. Phase one times a few candidates briefly, in the order
// of the model; its measurements correct the model for similar candidates. Phase two times the front-runners
// longer, in turns, so that whatever else the machine does affects all of them alike. The least median wins.
#pragma once

#include <tessera/tune/detail/phases.hpp>

namespace tessera {

/// The seconds that a search will take at most, according to the predictions.
inline double predicted_search_seconds(std::vector<Ranked> const& all, SearchEffort const& effort) {
  auto const probes = static_cast<std::size_t>(detail::probes_for(all, effort));
  double sum = 0;
  for (std::size_t i = 0; i < all.size() && i < probes; ++i) {
    double const pair = detail::seconds_of_two_sweeps(all[i].scheme, all[i].predicted);
    sum += 2 * pair + (pair < effort.sample_s ? 3 * effort.brief_s : 0);
    if (static_cast<int>(i) < effort.finalists_of(all.size()))
      sum += effort.rounds_of(pair) * std::max(effort.sample_s, pair);
  }
  return sum;
}

/// Measures candidates and orders them: first the winner, then the other finalists, then the rest of phase
/// one, then those that were not measured.
/// \throws whatever making or running a trial throws; a trial that is not made only marks its candidate as
/// refused
inline void search(std::vector<Ranked>& all, MakeTrial const& make_trial, SearchEffort const& effort) {
  std::vector<detail::Finalist> finalists;
  detail::phase_one(all, make_trial, effort, finalists);
  detail::phase_two(finalists, effort);
  auto const place = [](Ranked const& r) {
    return std::pair(r.measured > 0 ? 0 : r.brief > 0 ? 1 : 2, r.measured > 0 ? r.measured : r.brief);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](Ranked const& a, Ranked const& b) { return place(a) < place(b); });
}

} // namespace tessera
