// SPDX-License-Identifier: Apache-2.0
// Candidates with their predicted and measured times, and how much effort a search makes.
#pragma once

#include <tessera/tune/cost.hpp>

#include <vector>

namespace tessera {

/// A candidate with what is known of its seconds per step; 0: not measured.
struct Ranked {
  AnyScheme scheme;
  double predicted = 0, brief = 0, measured = 0;
  bool refused = false;
  bool steady = false; ///< for a winner: whether nothing else kept the machine busy while it was timed
};

/// How much is timed. Numbers in parentheses hold if two sweeps take longer than a sample: each sample then
/// says more, and takes longer.
struct SearchEffort {
  int probes = 16;        ///< at most, in phase one (three quarters): a sixth of all candidates, six at least
  double hopeless = 1.5;  ///< phase one ends when the corrected model expects this times the best
  int finalists = 3;      ///< at most, within that factor of the best; one more from sixty candidates on
  int rounds = 5;         ///< samples of each finalist in phase two (three)
  double brief_s = 1e-3;  ///< seconds of a sample in phase one; three samples if sweeps are short
  double sample_s = 4e-3; ///< seconds of a sample in phase two
  double unsteady = 1.3;  ///< the cache does not store a winner whose median is this times its least sample

  int probes_of(std::size_t candidates, double two_sweeps_s) const {
    int const most = two_sweeps_s > sample_s ? probes * 3 / 4 : probes;
    return std::min(most, std::max(6, static_cast<int>(candidates / 6)));
  }
  int rounds_of(double two_sweeps_s) const { return two_sweeps_s > sample_s ? std::min(rounds, 3) : rounds; }
  int finalists_of(std::size_t candidates) const { return candidates < 60 ? finalists : finalists + 1; }
};

/// The candidates with the model's predictions, the best first.
inline std::vector<Ranked> ranked(Machine const& machine, Work const& work,
                                  std::vector<AnyScheme> const& schemes) {
  std::vector<Ranked> all;
  all.reserve(schemes.size());
  for (auto const& scheme : schemes)
    all.push_back({.scheme = scheme, .predicted = predict(machine, work, scheme).seconds()});
  std::stable_sort(all.begin(), all.end(),
                   [](Ranked const& a, Ranked const& b) { return a.predicted < b.predicted; });
  return all;
}

} // namespace tessera
