// SPDX-License-Identifier: Apache-2.0
// The two phases of a search. In the first one, measurements correct the model for similar candidates.
#pragma once

#include <tessera/tune/problem.hpp>
#include <tessera/tune/ranking.hpp>

#include <functional>
#include <limits>
#include <memory>

namespace tessera {

/// Makes the trial of a candidate; nothing if the candidate is refused.
using MakeTrial = std::function<std::unique_ptr<Trial>(AnyScheme const&)>;

namespace detail {

inline double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How different two candidates of a scheme are, in factors of two between their tiles and fused steps.
inline double distance(AnyScheme const& a, AnyScheme const& b) {
  auto const apart = [](int m, int n) { return std::abs(std::log2((m + 1.) / (n + 1.))); };
  double sum = 2 * apart(a.fused_steps, b.fused_steps);
  for (int axis = 0; axis < 3; ++axis)
    sum += apart(a.tile[static_cast<std::size_t>(axis)], b.tile[static_cast<std::size_t>(axis)]);
  return sum;
}

/// The prediction, multiplied by the error of the model for the most similar measured candidate of the same
/// scheme.
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

/// The candidate to measure next: the best one of a scheme not yet tried, if its prediction is within a
/// factor of three of the first; else the best one by the corrected model, if that is not hopeless. Null when
/// nothing is left.
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

/// A candidate that may win, with its stepper ready.
struct Finalist {
  Ranked* candidate;
  std::unique_ptr<Trial> trial;
  std::vector<double> samples = {};
};

/// Adds a finalist, and drops all but the best few.
inline void admit(std::vector<Finalist>& finalists, Finalist finalist, int most, double hopeless) {
  finalists.push_back(std::move(finalist));
  std::stable_sort(finalists.begin(), finalists.end(), [](Finalist const& a, Finalist const& b) {
    return a.candidate->brief < b.candidate->brief;
  });
  double const limit = hopeless * finalists.front().candidate->brief;
  while (static_cast<int>(finalists.size()) > most || finalists.back().candidate->brief > limit)
    finalists.pop_back();
}

/// The seconds of one sweep back and forth.
inline double seconds_of_two_sweeps(AnyScheme const& scheme, double seconds_a_step) {
  return 2 * std::max(1, scheme.fused_steps) * seconds_a_step;
}

/// The number of candidates that phase one times at most; `all` has the best prediction first.
inline int probes_for(std::vector<Ranked> const& all, SearchEffort const& effort) {
  if (all.empty()) return 0;
  return effort.probes_of(all.size(), seconds_of_two_sweeps(all.front().scheme, all.front().predicted));
}

inline void phase_one(std::vector<Ranked>& all, MakeTrial const& make_trial, SearchEffort const& effort,
                      std::vector<Finalist>& finalists) {
  for (int left = probes_for(all, effort); left > 0;) {
    Ranked* const next = next_probe(all, effort.hopeless);
    if (!next) return;
    auto trial = make_trial(next->scheme);
    next->refused = !trial;
    if (!trial) continue;
    --left;
    next->brief = trial->seconds_a_step(effort.brief_s);
    for (int more = 0; more < 2 && seconds_of_two_sweeps(next->scheme, next->brief) < effort.sample_s; ++more)
      next->brief = std::min(next->brief, trial->seconds_a_step(effort.brief_s));
    admit(finalists, {next, std::move(trial)}, effort.finalists_of(all.size()), effort.hopeless);
  }
}

inline void phase_two(std::vector<Finalist>& finalists, SearchEffort const& effort) {
  double longest = 0;
  for (auto const& [candidate, trial, samples] : finalists)
    longest = std::max(longest, seconds_of_two_sweeps(candidate->scheme, candidate->brief));
  int const rounds = finalists.size() == 1 ? 2 : effort.rounds_of(longest);
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

} // namespace tessera
