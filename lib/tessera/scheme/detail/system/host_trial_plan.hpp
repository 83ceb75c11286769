// SPDX-License-Identifier: Apache-2.0
// The plan of Temporal and Tiled for systems of fields on a host, where they choose by themselves. Small
// grids are stepped in the caches as by Direct, many steps in one launch. Of others, steps through ring
// buffers are tried against as many single steps from memory to memory. Which ones take less time depends on
// the formula, on the faces and on the caches; the bits are the same.
#pragma once

#include <tessera/core/host_stopwatch.hpp>
#include <tessera/core/sweep_trial.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/host_plan.hpp>

#include <memory>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemTrialPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  using Pipeline = SystemPipelinePlan<Exec, Rules...>;

public:
  static constexpr unsigned second = Pipeline::second;

  SystemTrialPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : pipeline_(exec, rules, request) {
    Domain const& domain = std::get<0>(rules).domain;
    // Blocks of several ranks have to make the same steps between two exchanges.
    if (!request.left_to_plan || domain.reads_halo()) return;
    auto const trial = std::make_shared<Trial>(exec, rules, request.scheme);
    if (trial->in_memory.cooperative() || domain.whole().size() >= fewest_nodes) trial_ = trial;
  }

  int steps_of_sweep(Index left) const {
    return next_in_memory() ? trial_->in_memory.steps_of_sweep(left) : pipeline_.steps_of_sweep(left);
  }
  SchemeReport report() const { return next_in_memory() ? trial_->in_memory.report() : pipeline_.report(); }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int steps) const {
    if (!trial_) return pipeline_.sweep(exec, state, step, steps);
    if (trial_->in_memory.cooperative()) return trial_->in_memory.sweep(exec, state, step, steps);
    bool const one = trial_->turns.makes_single(steps);
    trial_->turns.sweep(exec, one, steps, one || steps >= pipeline_.report().fused_steps, [&] {
      if (one)
        trial_->in_memory.sweep(exec, state, step, steps);
      else
        pipeline_.sweep(exec, state, step, steps);
    });
  }

private:
  /// Steps of smaller grids take so little time that what disturbs a sweep would decide.
  static constexpr Index fewest_nodes = Index{1} << 15;

  /// What copies of a plan share.
  struct Trial {
    Trial(Exec const& exec, std::tuple<Rules...> const& rules, char const* scheme)
        : in_memory(exec, rules, scheme) {}
    SystemDirectPlan<Exec, Rules...> in_memory;
    SweepTrial<HostStopwatch, 8> turns;
  };
  bool next_in_memory() const {
    return trial_ && (trial_->in_memory.cooperative() || trial_->turns.next_is_second());
  }

  Pipeline pipeline_;
  std::shared_ptr<Trial> trial_;
};

} // namespace tessera::detail
