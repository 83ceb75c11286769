// SPDX-License-Identifier: Apache-2.0
// Finds out which of two ways to sweep takes less time, by timing sweeps that have to be made anyway: both
// ways give the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

namespace tessera::detail {

/// The first sweeps go the first way, the next ones the second way; from then on, and as soon as the device
/// has made them, sweeps go the way that took less time a step. Nothing waits for the device.
///
/// A turn is one sweep, or as many as make the fewest steps that a turn is to have. Where its time has that
/// of a launch in it, a turn of the second way is as many sweeps as make the steps of one of the first way,
/// one after the other: a single step timed alone would seem to take longer than it does among many. \tparam
/// Stopwatch takes the time of a turn: start(exec), stop(exec), seconds(), which has no value as long
///         as the turn is to come, runs(exec), and counts_launch, whether a launch is part of what it takes
/// \tparam Seconds how many turns the second way has, \tparam Firsts the first one. The fastest counts: the
///         first sweep loads a kernel, and a host's later ones find more of what they read in the last cache
template <class Stopwatch, int Seconds = 3, int Firsts = 3>
class SweepTrial {
public:
  static constexpr int turns = Firsts + Seconds;

  /// \param fewest_steps of a turn, of either way
  explicit SweepTrial(int fewest_steps = 0) : fewest_steps_(fewest_steps) {}

  /// Whether all turns have been made, though the device may not have come to their end.
  bool over() const { return made_ == turns; }

  /// Whether the next sweep goes the second way.
  bool next_is_second() {
    if (!second_wins_ && made_ == turns) decide();
    return second_wins_.value_or(made_ >= Firsts && made_ < turns);
  }

  /// Whether a sweep of so many steps goes the second way, if that one makes single steps. One that was begun
  /// as a fused sweep remains one, though the device may have come to the end of the turns since
  /// next_is_second() was asked.
  bool makes_single(int steps) { return steps == 1 && next_is_second(); }

  /// Makes a sweep of so many steps by calling body(), and times it if it belongs to a turn.
  /// \param second the way that it goes; \param whole whether a turn may begin with it: whether it makes as
  ///        many steps as this way can
  template <class Exec, class Body>
  void sweep(Exec const& exec, bool second, int steps, bool whole, Body const& body) {
    if (over() || second != (made_ >= Firsts) || !Stopwatch::runs(exec)) return body();
    Turn& now = turns_[static_cast<std::size_t>(made_)];
    if (now.steps == 0) {
      if (!whole) return body();
      now.watch.start(exec);
    }
    body();
    now.steps += steps;
    if (now.steps < fewest_steps_) return; // the turn goes on
    if (Stopwatch::counts_launch && second && now.steps < turns_[0].steps) return;
    now.watch.stop(exec);
    ++made_;
  }

private:
  struct Turn {
    Stopwatch watch;
    int steps = 0;
  };

  void decide() {
    std::array<double, 2> least{};
    for (std::size_t n = 0; n < turns_.size(); ++n) {
      auto const seconds = turns_[n].watch.seconds();
      if (!seconds) return;
      double const step = *seconds / turns_[n].steps;
      double& best = least[n >= Firsts];
      best = n == 0 || n == Firsts ? step : std::min(best, step);
    }
    // Differences below a twentieth are noise.
    second_wins_ = least[1] < 0.95 * least[0];
  }

  int fewest_steps_;
  std::array<Turn, turns> turns_;
  int made_ = 0;
  std::optional<bool> second_wins_;
};

} // namespace tessera::detail
