// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking whose ways of several steps are tried against single steps, on large grids. A
// short formula gains by fused steps; of a long one, whose arithmetic is the bound, the halo that is updated
// twice costs more than memory does. Only the time tells which it is.
#pragma once

#include <tessera/core/device/stopwatch.hpp>
#include <tessera/core/host_stopwatch.hpp>
#include <tessera/core/sweep_trial.hpp>
#include <tessera/scheme/detail/temporal/memory/plan.hpp>

#include <memory>
#include <string_view>
#include <type_traits>

namespace tessera::detail {

template <class Exec, class Rules, class Ways>
class TemporalTrialPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool visits_points = on_host<Exec>;

  template <class Scheme>
  TemporalTrialPlan(Exec const& exec, Rules const& rules, Scheme const& scheme) : ways_(exec, rules, scheme) {
    bool const left_to_us = scheme.tile == Tile{0, 0, 0} && scheme.fused_steps == 0;
    if (left_to_us && !rules.domain.reads_halo() && rules.domain.whole().size() >= fewest_nodes &&
        fuses_steps(ways_.report()))
      trial_ = std::make_shared<Trial>(exec, rules);
  }

  bool writes_over_previous() const { return ways_.writes_over_previous(); }
  bool records_samples() const { return ways_.records_samples(); }
  int steps_of_sweep(Index left) const { return single() ? 1 : ways_.steps_of_sweep(left); }
  SchemeReport report() const { return single() ? trial_->step.report() : ways_.report(); }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    if (!trial_) return ways_.sweep(exec, levels, step, steps);
    bool const one = trial_->turns.makes_single(steps);
    trial_->turns.sweep(exec, one, steps, one || steps >= ways_.report().fused_steps, [&] {
      if (one)
        trial_->step.sweep(exec, levels, step, steps);
      else
        ways_.sweep(exec, levels, step, steps);
    });
  }

private:
  /// On smaller grids a sweep takes less time than a device's host takes to launch it, and is not worth a
  /// trial.
  static constexpr Index fewest_nodes = Index{1} << 20;

  struct SingleSteps {
    int fused_steps = 1;
  };
  /// What copies of a plan share.
  struct Trial {
    Trial(Exec const& exec, Rules const& rules) : step(exec, rules, SingleSteps{}) {}
    TemporalMemoryPlan<Exec, Rules> step;
    std::conditional_t<on_host<Exec>, SweepTrial<HostStopwatch, 8>, SweepTrial<DeviceStopwatch<Exec>>> turns;
  };

  static bool fuses_steps(SchemeReport const& report) {
    std::string_view const way = report.way;
    if (report.fused_steps <= 1) return false;
    if (on_host<Exec>) return way == name_of(TemporalWay::scratch);
    return way == name_of(TemporalWay::registers) || way == name_of(TemporalWay::persistent) ||
           way == name_of(TemporalWay::tiles);
  }
  bool single() const { return trial_ && trial_->turns.next_is_second(); }

  Ways ways_;
  std::shared_ptr<Trial> trial_;
};

} // namespace tessera::detail
