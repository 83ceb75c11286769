// SPDX-License-Identifier: Apache-2.0
// AnyScheme: a scheme as values rather than a type, for choices made at run time.
#pragma once

#include <tessera/scheme/by_name.hpp>
#include <tessera/scheme/detail/node/points.hpp>

#include <memory>
#include <string>

namespace tessera {

namespace detail {
template <class Exec, class Rules>
class AnyPlan;
} // namespace detail

/// A scheme as values rather than a type. A command line can name it, and tessera::autotune chooses one. A
/// Stepper takes it like any other scheme, and compiles the stencil for all schemes.
struct AnyScheme {
  std::string name = Direct::name;
  Tile tile = {0, 0, 0}; ///< zeros leave it to the scheme
  int fused_steps = 0;   ///< 0 leaves it to the scheme

  template <class Exec, class Rules>
  using Plan = detail::AnyPlan<Exec, Rules>;

  bool operator==(AnyScheme const&) const = default;
};

/// Calls body with the typed scheme that these values describe, like the other with_scheme().
template <class Body>
decltype(auto) with_scheme(AnyScheme const& scheme, Body const& body) {
  return with_scheme(scheme.name, scheme.tile, scheme.fused_steps, body);
}

namespace detail {

/// The plan of a scheme that is known at run time only, at the price of a few virtual calls for each sweep.
/// What surrounds it (the Stepper, its time levels) is compiled once, not for each scheme.
template <class Exec, class Rules>
class AnyPlan {
public:
  using T = typename Rules::value_type;

  AnyPlan(Exec const& exec, Rules const& rules, AnyScheme const& scheme)
      : plan_(with_scheme(scheme, [&](auto const& typed) { return make(exec, rules, typed); })) {}

  int steps_of_sweep(Index left) const { return plan_->steps_of_sweep(left); }
  SchemeReport report() const { return plan_->report(); }
  bool writes_over_previous() const { return plan_->writes_over_previous(); }
  bool records_samples() const { return plan_->records_samples(); }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    plan_->sweep(exec, levels, step, steps);
  }

private:
  struct PlanBase {
    virtual ~PlanBase() = default;
    virtual int steps_of_sweep(Index left) const = 0;
    virtual SchemeReport report() const = 0;
    virtual bool writes_over_previous() const = 0;
    virtual bool records_samples() const = 0;
    virtual void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const = 0;
  };

  template <class Plan>
  struct TypedPlan final : PlanBase {
    template <class Typed>
    TypedPlan(Exec const& exec, Rules const& rules, Typed const& scheme) : plan(exec, rules, scheme) {}
    int steps_of_sweep(Index left) const override { return plan.steps_of_sweep(left); }
    SchemeReport report() const override { return plan.report(); }
    bool writes_over_previous() const override { return plan.writes_over_previous(); }
    bool records_samples() const override { return detail::records_samples(plan); }
    void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const override {
      plan.sweep(exec, levels, step, steps);
    }
    Plan plan;
  };

  template <class Typed>
  static std::shared_ptr<PlanBase const> make(Exec const& exec, Rules const& rules, Typed const& scheme) {
    return std::make_shared<TypedPlan<typename PlanOf<Typed, Exec, Rules>::type>>(exec, rules, scheme);
  }

  std::shared_ptr<PlanBase const> plan_;
};

} // namespace detail

} // namespace tessera
