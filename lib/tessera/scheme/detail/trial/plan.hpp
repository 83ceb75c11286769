// SPDX-License-Identifier: Apache-2.0
// The plan of a scheme that makes one step a sweep and may be left to its own choices: its sweeps are tried
// against Direct's. Which ones take less time depends on the formula, the grid and the machine; the bits are
// the same.
#pragma once

#include <tessera/core/device/stopwatch.hpp>
#include <tessera/core/host_stopwatch.hpp>
#include <tessera/core/sweep_trial.hpp>
#include <tessera/scheme/direct.hpp>

#include <memory>
#include <optional>
#include <type_traits>

namespace tessera::detail {

/// With a tile from the user the sweeps are Own's. Without one they are Direct's on small grids, where Own's
/// smallest tile does not fit, and on devices that can't time them, else of the kind that took less time when
/// each was tried.
/// \tparam Own has a constructor (exec, rules, tile), report(), sweep(exec, levels, step) and a label for
///         Direct's sweeps
template <class Exec, class Rules, class Own>
class TriedAgainstDirect {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return true; }
  static constexpr bool visits_points = on_host<Exec>, single_steps = true;

  template <class Scheme>
  TriedAgainstDirect(Exec const& exec, Rules const& rules, Scheme const& scheme,
                     StepsPerSweep steps = StepsPerSweep::several)
      : name_(Scheme::name) {
    if (scheme.tile != Tile{0, 0, 0}) {
      own_.emplace(exec, rules, scheme.tile);
      return;
    }
    direct_.emplace(exec, rules, Direct{}, steps, Own::label);
    bool const one_launch = direct_->steps_of_sweep(most_fused_steps) > 1;
    if (is_portable<Exec> || one_launch || rules.domain.whole().size() < fewest_nodes) return;
    try {
      own_.emplace(exec, rules, scheme.tile);
      trial_ = std::make_shared<Trial>();
    } catch (InvalidInput const&) { // its tile does not fit
    }
  }

  int steps_of_sweep(Index left) const { return own_ ? 1 : direct_->steps_of_sweep(left); }

  SchemeReport report() const {
    SchemeReport report = goes_own_way() ? own_->report() : direct_->report();
    report.scheme = name_;
    return report;
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    bool const own = goes_own_way();
    auto const make = [&] {
      if (own)
        own_->sweep(exec, levels, step);
      else
        direct_->sweep(exec, levels, step, steps);
    };
    if (trial_)
      trial_->sweep(exec, own, steps, true, make);
    else
      make();
  }

private:
  /// On smaller grids a launch takes as long as the work, and a trial would decide by chance. A device waits
  /// for the launch of its first sweeps, which are Direct's.
  static constexpr Index fewest_nodes = Index{1} << (on_host<Exec> ? 20 : 23);
  static constexpr Index most_fused_steps = 1000; // any number that is not 1

  /// On a host both ways also try how to store rows, in turns of two sweeps. On a device Direct also tries
  /// how many nodes a thread makes, in six sweeps.
  using Trial = std::conditional_t<has_warps<Exec>, SweepTrial<DeviceStopwatch<Exec>, 3, 6>,
                                   SweepTrial<HostStopwatch, 8, 8>>;

  bool goes_own_way() const { return !direct_ || (trial_ && trial_->next_is_second()); }

  char const* name_;
  std::optional<Direct::Plan<Exec, Rules>> direct_;
  std::optional<Own> own_;
  std::shared_ptr<Trial> trial_; // copies of a plan go on with the same one
};

} // namespace tessera::detail
