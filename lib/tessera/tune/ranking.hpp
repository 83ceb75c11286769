// SPDX-License-Identifier: Apache-2.0
// Candidates in the order in which the model, then the clock, puts them.
#pragma once

#include <tessera/tune/cost.hpp>

#include <vector>

namespace tessera {

/// A candidate with what is known of its seconds a step; 0: not measured.
struct Ranked {
  AnyScheme scheme;
  double predicted = 0, brief = 0, measured = 0;
  bool refused = false;
  bool steady = false; ///< of a winner: nothing else kept the machine busy while it was timed
};

/// How much is timed. Less where two sweeps take longer than a sample: there each says more, and takes longer.
struct SearchEffort {
  int probes = 16; ///< most of phase one (three quarters of them); a sixth of all where that is less, but six
  double hopeless = 1.5;  ///< phase one ends where the corrected model expects this times the best
  int finalists = 3;      ///< of phase two, as many as are within the same; another among sixty candidates
  int rounds = 5;         ///< samples of each in phase two (three)
  double brief_s = 1e-3;  ///< of a sample in phase one, of which there are three where sweeps are short
  double sample_s = 4e-3; ///< of a sample in phase two
  double unsteady = 1.3;  ///< a winner whose median is this times its least sample is not kept in the cache

  int probes_of(std::size_t candidates, double two_sweeps_s) const {
    int const most = two_sweeps_s > sample_s ? probes * 3 / 4 : probes;
    return std::min(most, std::max(6, static_cast<int>(candidates / 6)));
  }
  int rounds_of(double two_sweeps_s) const { return two_sweeps_s > sample_s ? std::min(rounds, 3) : rounds; }
  int finalists_of(std::size_t candidates) const { return candidates < 60 ? finalists : finalists + 1; }
};

/// Candidates with the model's prediction, the best first.
inline std::vector<Ranked> ranked(Machine const& machine, Work const& work,
                                  std::vector<AnyScheme> const& schemes) {
  std::vector<Ranked> all;
  for (auto const& scheme : schemes)
    all.push_back({.scheme = scheme, .predicted = predict(machine, work, scheme).seconds()});
  std::stable_sort(all.begin(), all.end(),
                   [](Ranked const& a, Ranked const& b) { return a.predicted < b.predicted; });
  return all;
}

} // namespace tessera
