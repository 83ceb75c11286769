// SPDX-License-Identifier: Apache-2.0
// Which way a temporal sweep is made on a device.
#pragma once

#include <tessera/scheme/detail/temporal_register_plan.hpp>
#include <tessera/scheme/detail/temporal_scratch_plan.hpp>

#include <variant>

namespace tessera::detail {

/// Registers where they are offered, scratch elsewhere.
template <class Exec, class Rules>
class TemporalChoice {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous = false;
  using InRegisters = TemporalRegisterPlan<Exec, Rules>;
  using InScratch = TemporalScratchPlan<Exec, Rules>;

  template <class Scheme>
  TemporalChoice(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(InRegisters::offers(scheme) ? Plans(std::in_place_type<InRegisters>, exec, rules, scheme)
                                          : Plans(std::in_place_type<InScratch>, exec, rules, scheme)) {}

  int steps_of_sweep(Index left) const {
    return std::visit([=](auto const& plan) { return plan.steps_of_sweep(left); }, plan_);
  }
  SchemeReport report() const {
    return std::visit([](auto const& plan) { return plan.report(); }, plan_);
  }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    std::visit([&](auto const& plan) { plan.sweep(exec, levels, step, steps); }, plan_);
  }

private:
  using Plans = std::variant<InRegisters, InScratch>;
  Plans plan_;
};

} // namespace tessera::detail
