// SPDX-License-Identifier: Apache-2.0
// The search for the fastest candidate in two phases. Phase one times a few briefly, those first that the model puts
// first; what has been measured corrects the model for its neighbours. Phase two times the front-runners longer, in
// turns, so that whatever else the machine does meets them alike; the least median wins.
#pragma once

#include <tessera/tune/cost.hpp>
#include <tessera/tune/detail/trial.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace tessera {

/// A candidate with what is known of its seconds a step; 0: not measured.
struct Ranked {
  AnyScheme scheme;
  double predicted = 0, brief = 0, measured = 0;
  bool refused = false;
  bool steady = false; ///< of a winner: nothing else kept the machine busy while it was timed
};

/// How much is timed.
struct SearchEffort {
  int probes = 12;        ///< most candidates of phase one; an eighth of all where that is less, but four
  double hopeless = 1.2;  ///< phase one ends where the corrected model expects this times the best
  int finalists = 3;      ///< of phase two, as many as are within the same
  int rounds = 5;         ///< samples of each in phase two; three where a sweep takes longer than a sample
  double brief_s = 1e-3;  ///< of a sample in phase one, of which there are two where a sweep takes less
  double sample_s = 4e-3; ///< of a sample in phase two
  double unsteady = 1.3;  ///< a winner whose median is this times its least sample is not kept in the cache

  int probes_of(std::size_t candidates) const {
    return std::min(probes, std::max(4, static_cast<int>(candidates / 8)));
  }
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

/// Makes what times a candidate; nothing where the candidate is refused.
using MakeTrial = std::function<std::unique_ptr<detail::Trial>(AnyScheme const&)>;

namespace detail {

inline double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How unlike two candidates of a scheme are: factors of two between their tiles and fused steps.
inline double distance(AnyScheme const& a, AnyScheme const& b) {
  auto const apart = [](int m, int n) { return std::abs(std::log2((m + 1.) / (n + 1.))); };
  double sum = 2 * apart(a.fused_steps, b.fused_steps);
  for (int axis = 0; axis < 3; ++axis)
    sum += apart(a.tile[static_cast<std::size_t>(axis)], b.tile[static_cast<std::size_t>(axis)]);
  return sum;
}

/// The prediction times the error of the model for the nearest measured candidate of the same scheme.
inline double corrected(Ranked const& candidate, std::vector<Ranked> const& all) {
  double nearest = std::numeric_limits<double>::max(), factor = 1;
  for (Ranked const& other : all) {
    if (other.brief == 0 || other.scheme.name != candidate.scheme.name) continue;
    double const d = distance(candidate.scheme, other.scheme);
    if (d < nearest) {
      nearest = d;
      factor = other.brief / other.predicted;
    }
  }
  return candidate.predicted * factor;
}

/// What to measure next: the best of a scheme not yet tried whose prediction is within a factor of three of the first,
/// else the best by the corrected model, if that is not hopeless. Null when nothing is left.
inline Ranked* next_probe(std::vector<Ranked>& all, double hopeless) {
  Ranked* next = nullptr;
  double least = std::numeric_limits<double>::max(), best = least;
  for (Ranked const& candidate : all)
    if (candidate.brief > 0) best = std::min(best, candidate.brief);
  for (Ranked& candidate : all) {
    if (candidate.refused || candidate.brief > 0) continue;
    bool const tried = std::any_of(all.begin(), all.end(), [&](Ranked const& other) {
      return other.brief > 0 && other.scheme.name == candidate.scheme.name;
    });
    if (!tried && candidate.predicted < 3 * all.front().predicted) return &candidate;
    double const seconds = corrected(candidate, all);
    if (seconds < least) {
      least = seconds;
      next = &candidate;
    }
  }
  return least < hopeless * best ? next : nullptr;
}

/// One who may win, with its stepper ready.
struct Finalist {
  Ranked* candidate;
  std::unique_ptr<Trial> trial;
  std::vector<double> samples = {};
};

/// Keeps the best few.
inline void admit(std::vector<Finalist>& finalists, Finalist finalist, SearchEffort const& effort) {
  finalists.push_back(std::move(finalist));
  std::stable_sort(finalists.begin(), finalists.end(), [](Finalist const& a, Finalist const& b) {
    return a.candidate->brief < b.candidate->brief;
  });
  double const limit = effort.hopeless * finalists.front().candidate->brief;
  while (static_cast<int>(finalists.size()) > effort.finalists || finalists.back().candidate->brief > limit)
    finalists.pop_back();
}

/// Back and forth once.
inline double seconds_of_two_sweeps(AnyScheme const& scheme, double seconds_a_step) {
  return 2 * std::max(1, scheme.fused_steps) * seconds_a_step;
}

inline void phase_one(std::vector<Ranked>& all, MakeTrial const& make_trial, SearchEffort const& effort,
                      std::vector<Finalist>& finalists) {
  for (int left = effort.probes_of(all.size()); left > 0;) {
    Ranked* const next = next_probe(all, effort.hopeless);
    if (!next) return;
    auto trial = make_trial(next->scheme);
    next->refused = !trial;
    if (!trial) continue;
    --left;
    next->brief = trial->seconds_a_step(effort.brief_s);
    if (seconds_of_two_sweeps(next->scheme, next->brief) < effort.brief_s)
      next->brief = std::min(next->brief, trial->seconds_a_step(effort.brief_s));
    admit(finalists, {next, std::move(trial)}, effort);
  }
}

inline void phase_two(std::vector<Finalist>& finalists, SearchEffort const& effort) {
  bool const slow = std::any_of(finalists.begin(), finalists.end(), [&](Finalist const& f) {
    return seconds_of_two_sweeps(f.candidate->scheme, f.candidate->brief) > effort.sample_s;
  });
  int const rounds = finalists.size() == 1 ? 2 : slow ? std::min(3, effort.rounds) : effort.rounds;
  for (int round = 0; round < rounds; ++round)
    for (auto& finalist : finalists)
      finalist.samples.push_back(finalist.trial->seconds_a_step(effort.sample_s));
  for (auto& finalist : finalists) {
    auto const& samples = finalist.samples;
    finalist.candidate->measured = median(samples);
    finalist.candidate->steady =
        finalist.candidate->measured < effort.unsteady * *std::min_element(samples.begin(), samples.end());
  }
}

} // namespace detail

/// Seconds that a search will take at most, by the predictions.
inline double predicted_search_seconds(std::vector<Ranked> const& all, SearchEffort const& effort) {
  auto const probes = static_cast<std::size_t>(effort.probes_of(all.size()));
  double sum = 0;
  for (std::size_t i = 0; i < all.size() && i < probes; ++i) {
    double const pair = detail::seconds_of_two_sweeps(all[i].scheme, all[i].predicted);
    sum += pair + std::max(2 * effort.brief_s, pair);
    if (static_cast<int>(i) < effort.finalists) sum += effort.rounds * std::max(effort.sample_s, pair);
  }
  return sum;
}

/// Measures and orders: first the winner, then the other finalists, then the rest of phase one, then what was not
/// measured.
/// \throws whatever making or running a trial throws; a trial that is not made only marks its candidate as refused
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
