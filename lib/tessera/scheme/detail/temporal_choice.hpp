// SPDX-License-Identifier: Apache-2.0
// Which way a temporal sweep is made.
#pragma once

#include <tessera/scheme/detail/temporal_host_plan.hpp>
#include <tessera/scheme/detail/temporal_register_plan.hpp>
#include <tessera/scheme/detail/temporal_resident_plan.hpp>
#include <tessera/scheme/detail/temporal_scratch_plan.hpp>
#include <tessera/scheme/detail/temporal_volume_plan.hpp>

#include <variant>

namespace tessera::detail {

/// The first of these plans that offers what is asked for. The last takes everything.
template <class Exec, class Rules, class... Plans>
class TemporalChoice {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous = false;

  template <class Scheme>
  TemporalChoice(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(choose<0>(exec, rules, scheme)) {}

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
  using Variant = std::variant<Plans...>;

  template <std::size_t N, class Scheme>
  static Variant choose(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    if constexpr (N + 1 < sizeof...(Plans))
      if (!std::variant_alternative_t<N, Variant>::offers(exec, rules, scheme))
        return choose<N + 1>(exec, rules, scheme);
    return Variant(std::in_place_index<N>, exec, rules, scheme);
  }

  Variant plan_;
};

/// Host cores keep a small grid in their caches. Devices keep star stencils in registers: a small grid in 2D as a whole,
/// otherwise rows or planes that are streamed. Everything else goes through scratch.
template <class Exec, class Rules>
constexpr auto* temporal_choice() {
  using InScratch = TemporalScratchPlan<Exec, Rules>;
  if constexpr (on_host<Exec>)
    return static_cast<TemporalChoice<Exec, Rules, TemporalHostPlan<Exec, Rules>, InScratch>*>(nullptr);
  else if constexpr (fits_resident<Exec, Rules>)
    return static_cast<TemporalChoice<Exec, Rules, TemporalResidentPlan<Exec, Rules>,
                                      TemporalRegisterPlan<Exec, Rules>, InScratch>*>(nullptr);
  else if constexpr (fits_registers<Exec, Rules>)
    return static_cast<TemporalChoice<Exec, Rules, TemporalRegisterPlan<Exec, Rules>, InScratch>*>(nullptr);
  else if constexpr (fits_volume<Exec, Rules>)
    return static_cast<TemporalChoice<Exec, Rules, TemporalVolumePlan<Exec, Rules>, InScratch>*>(nullptr);
  else
    return static_cast<InScratch*>(nullptr);
}

} // namespace tessera::detail
