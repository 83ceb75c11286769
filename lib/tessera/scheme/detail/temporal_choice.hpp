// SPDX-License-Identifier: Apache-2.0
// Which way a temporal sweep is made on a device.
#pragma once

#include <tessera/scheme/detail/temporal_register_plan.hpp>
#include <tessera/scheme/detail/temporal_resident_plan.hpp>
#include <tessera/scheme/detail/temporal_scratch_plan.hpp>
#include <tessera/scheme/detail/temporal_volume_plan.hpp>

#include <variant>

namespace tessera::detail {

/// The first of these plans that offers what is asked for: a small grid in registers as a whole, rows or planes
/// streamed through registers, and through scratch whatever is left.
template <class Exec, class Rules>
class TemporalChoice {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous = false;
  using Streamed = std::conditional_t<Rules::dimension == 3, TemporalVolumePlan<Exec, Rules>,
                                      TemporalRegisterPlan<Exec, Rules>>;
  using Resident = TemporalResidentPlan<Exec, Rules>;
  using InScratch = TemporalScratchPlan<Exec, Rules>;

  template <class Scheme>
  TemporalChoice(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(choose(exec, rules, scheme)) {}

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
  using Plans = std::conditional_t<fits_resident<Exec, Rules>, std::variant<Resident, Streamed, InScratch>,
                                   std::variant<Streamed, InScratch>>;

  template <class Scheme>
  static Plans choose(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    if constexpr (fits_resident<Exec, Rules>)
      if (Resident::offers(exec, rules, scheme))
        return Plans(std::in_place_type<Resident>, exec, rules, scheme);
    if (Streamed::offers(scheme)) return Plans(std::in_place_type<Streamed>, exec, rules, scheme);
    return Plans(std::in_place_type<InScratch>, exec, rules, scheme);
  }

  Plans plan_;
};

} // namespace tessera::detail
