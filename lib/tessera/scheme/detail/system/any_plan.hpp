// SPDX-License-Identifier: Apache-2.0
// The plan of a scheme for systems of fields that is known at run time only.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/scheme/detail/system/plans.hpp>

#include <variant>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemAnyPlan {
  template <class Scheme>
  using PlanOf = typename SystemPlanOf<Scheme, Exec, Rules...>::type;
  // Tiled and Temporal have one type of plan, in 1D on a device Streaming too. Those that derive from
  // Direct's differ from it in what they are made with alone.
  static constexpr bool streams_apart = !std::is_base_of_v<PlanOf<Direct>, PlanOf<Streaming>> &&
                                        !std::is_same_v<PlanOf<Temporal>, PlanOf<Streaming>>;
  using Plan =
      std::conditional_t<streams_apart, std::variant<PlanOf<Direct>, PlanOf<Temporal>, PlanOf<Streaming>>,
                         std::variant<PlanOf<Direct>, PlanOf<Temporal>>>;
  static_assert(std::is_same_v<PlanOf<Tiled>, PlanOf<Temporal>>);
  static_assert(streams_apart || std::is_same_v<PlanOf<Temporal>, PlanOf<Streaming>> ||
                sizeof(PlanOf<Streaming>) == sizeof(PlanOf<Direct>));
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;

public:
  /// Members that need a second level by one scheme at least.
  static constexpr unsigned second =
      PlanOf<Direct>::second | PlanOf<Temporal>::second | PlanOf<Streaming>::second;

  /// \throws InvalidInput for a name that is no scheme's, or that of one that can't step systems
  SystemAnyPlan(Exec const& exec, std::tuple<Rules...> const& rules, AnyScheme const& scheme)
      : plan_(with_scheme(scheme, [&]<class Scheme>(Scheme const& typed) -> Plan {
          using Choice = SystemPlanOf<Scheme, Exec, Rules...>;
          if constexpr (!Choice::exists) {
            constexpr bool passes = std::is_same_v<Scheme, TwoPass>;
            throw InvalidInput(text("scheme ", Scheme::name, ": systems of fields are stepped by ",
                                    Direct::name, ", ", Streaming::name, ", ", Tiled::name, " and ",
                                    Temporal::name,
                                    passes ? " (two passes are two stages: write them as such)" : ""));
          } else {
            typename Choice::type plan(exec, rules, Choice::request(typed));
            if constexpr (std::is_base_of_v<PlanOf<Direct>, typename Choice::type>)
              return Plan(std::in_place_type<PlanOf<Direct>>, std::move(plan));
            else
              return Plan(std::in_place_type<typename Choice::type>, std::move(plan));
          }
        })) {}

  /// The members of these that need a second level by the scheme that was chosen.
  unsigned second_levels() const {
    return std::visit([](auto const& plan) { return second_levels_of(plan); }, plan_);
  }

  int steps_of_sweep(Index left) const {
    return std::visit([=](auto const& plan) { return plan.steps_of_sweep(left); }, plan_);
  }
  SchemeReport report() const {
    return std::visit([](auto const& plan) { return plan.report(); }, plan_);
  }
  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int steps) const {
    std::visit([&](auto const& plan) { plan.sweep(exec, state, step, steps); }, plan_);
  }

private:
  Plan plan_;
};

template <class Exec, class... Rules>
struct SystemPlanOf<AnyScheme, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = SystemAnyPlan<Exec, Rules...>;
  static AnyScheme const& request(AnyScheme const& scheme) { return scheme; }
};

} // namespace tessera::detail
