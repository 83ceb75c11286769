// SPDX-License-Identifier: Apache-2.0
// Finds out whether sweeps of several fused steps take less time than as many single steps, by timing sweeps
// that have to be made anyway: both give the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

namespace tessera::detail {

/// The first sweeps are fused, the next ones single; from then on, and as soon as the device has made them,
/// those are made that took less time a step. Nothing waits for the device.
/// \tparam Stopwatch takes the time of one sweep: start(exec), stop(exec), seconds(), which has no value as
///         long as the sweep is to come, and runs(exec)
/// \tparam Singles how many single steps are timed. The fastest counts: the first one loads a kernel, and a
///         host's later ones find more of what they read in the last cache
template <class Stopwatch, int Singles = 3>
class SweepTrial {
public:
  static constexpr int fused = 3, turns = fused + Singles;

  /// Whether the next sweep makes a single step.
  bool next_is_single() {
    if (!single_wins_ && made_ == turns) decide();
    return single_wins_.value_or(made_ >= fused && made_ < turns);
  }

  /// Whether a sweep of so many steps is to be made by single steps. One that was begun as a fused sweep
  /// remains one, though the device may have come to the end of the turns since next_is_single() was asked.
  bool makes_single(int steps) { return steps == 1 && next_is_single(); }

  /// Makes a sweep of so many steps by calling body(), and times it if it is a turn.
  /// \param whole whether the sweep fuses as many steps as it can, if it fuses any
  template <class Exec, class Body>
  void sweep(Exec const& exec, int steps, bool whole, Body const& body) {
    bool const turn = made_ < turns && (made_ < fused ? whole : steps == 1) && Stopwatch::runs(exec);
    if (!turn) return body();
    Turn& now = turns_[static_cast<std::size_t>(made_++)];
    now.steps = steps;
    now.watch.start(exec);
    body();
    now.watch.stop(exec);
  }

private:
  struct Turn {
    Stopwatch watch;
    int steps = 1;
  };

  void decide() {
    std::array<double, 2> least{};
    for (std::size_t n = 0; n < turns_.size(); ++n) {
      auto const seconds = turns_[n].watch.seconds();
      if (!seconds) return;
      double const step = *seconds / turns_[n].steps;
      double& best = least[n >= fused];
      best = n == 0 || n == fused ? step : std::min(best, step);
    }
    // Differences below a twentieth are noise.
    single_wins_ = least[1] < 0.95 * least[0];
  }

  std::array<Turn, turns> turns_;
  int made_ = 0;
  std::optional<bool> single_wins_;
};

} // namespace tessera::detail
