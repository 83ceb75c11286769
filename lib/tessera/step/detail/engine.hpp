// SPDX-License-Identifier: Apache-2.0
// The part of a Stepper that knows the order of axes in memory: it holds rules and plan, and makes sweeps
// between the time levels.
#pragma once

#include <tessera/boundary/detail/check.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/scheme.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/detail/halos_of_sweep.hpp>
#include <tessera/step/detail/points.hpp>
#include <tessera/step/detail/split_sweep.hpp>
#include <tessera/step/detail/time_levels.hpp>

#include <memory>

namespace tessera::detail {

template <class Exec, class ViewType, class Order, class StencilType, class BoundaryType, class SchemeType>
class Engine {
public:
  using RulesType = Rules<typename ViewType::non_const_value_type, Order, StencilType, BoundaryType>;
  using PlanType = typename PlanOf<SchemeType, Exec, RulesType>::type;
  using LevelsType = TimeLevels<Exec, ViewType, Order, RulesType::two_levels>;

  template <class ObstacleView>
  Engine(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil, BoundaryType const& boundary,
         SchemeType const& scheme, double start, double dt, ObstacleView const& obstacle)
      : rules_(make_rules(u, stencil, boundary, start, dt, obstacle)), plan_(exec, rules_, scheme),
        levels_(exec, checked(u), rules_.domain, RulesType::two_levels && !plan_.writes_over_previous()) {}

  /// Checks a field for advance().
  /// \throws InvalidInput if this engine was not made for it
  void check(Field<ViewType> const& u) const {
    levels_.check(u);
    check_coefficient(u, rules_.stencil);
  }

  /// Checks that halos are filled where they have to be.
  /// \throws InvalidInput if the steps take more than one sweep and nobody fills the halo between them
  void check_unfilled_halo(Index steps) const {
    if (rules_.domain.reads_halo() && steps > plan_.steps_of_sweep(steps))
      throw InvalidInput(
          text("advance by ", steps, " steps: the field has a halo that nobody fills between sweeps of ",
               plan_.steps_of_sweep(steps), " (pass an exchange, or advance by one sweep at a time)"));
  }

  /// Makes sweeps in parts from now on, so that the inner nodes are swept while halos are filled, if the
  /// field has a halo and enough nodes.
  void split(Exec const& exec, SchemeType const& scheme) {
    if (!split_ && !levels_.strided() && rules_.domain.reads_halo())
      split_ = std::make_shared<Split const>(exec, rules_, scheme, plan_);
  }

  /// Makes `steps` steps from level `first`; the result is in u.
  template <class Exchange>
  void advance(Exec const& exec, Field<ViewType> const& u, Index first, Index steps,
               Exchange const& exchange) const {
    if (steps == 0) return;
    check_advance(points(), steps);
    levels_.with_unit_stride(exec, u, [&](auto const& field) { run(exec, field, first, steps, exchange); });
  }

  SchemeReport report() const { return plan_.report(); }

  /// The level before the field's, for a stencil that reads two levels.
  auto previous() const { return levels_.previous(); }

private:
  using Split = SplitSweep<Exec, RulesType, PlanType>;

  decltype(auto) points() const { return PointsOf<StencilType>::get(rules_.stencil); }

  // u, if rules and plan fit it.
  Field<ViewType> const& checked(Field<ViewType> const& u) const {
    int const fused = plan_.report().fused_steps;
    check_coefficient(u, rules_.stencil);
    check_points<Order::dimension>(u.grid(), u.halo(), points());
    check_halo_width<Order>(u, rules_.domain, RulesType::radius, fused);
    check_obstacle_halo<Order>(rules_.domain, rules_.obstacle, fused);
    return u;
  }

  template <class ObstacleView>
  static RulesType make_rules(Field<ViewType> const& u, StencilType const& stencil,
                              BoundaryType const& boundary, double start, double dt,
                              ObstacleView const& obstacle) {
    Domain domain = domain_of<Order>(u, start, dt);
    apply_boundary<Order, RulesType::radius>(domain, boundary);
    return {stencil, boundary, domain, obstacle_data<Order>(u.grid(), obstacle)};
  }

  // Makes sweeps back and forth between u, where the current level lies if `in_field`, and another level.
  // After an odd number the result is copied to u.
  template <class FieldType, class Exchange>
  void run(Exec const& exec, FieldType const& u, Index first, Index steps, Exchange const& exchange) const {
    bool in_field = true;
    Index sweeps = 0;
    for (Index done = 0; done < steps; ++sweeps) {
      Index left = steps - done;
      if (!records_samples(plan_)) left = steps_to_sample(points(), first + done, left);
      int const fused = plan_.steps_of_sweep(left);
      auto levels = levels_.of_sweep(u, in_field);
      levels.holds_constants = sweeps >= 2;
      HalosOfSweep const halos(levels_, u, in_field, RulesType::radius, fused, exchange);
      if (!sweep_in_parts(exec, levels, first + done, fused, halos, exchange)) {
        halos.fill(exec);
        plan_.sweep(exec, levels, first + done, fused);
      }
      done += fused;
      if (!records_samples(plan_))
        points().for_each([&]<class On>(On const& on) {
          if constexpr (!On::injects)
            record_level<Order>(exec, on.data, {levels.out.origin, levels.out.stride_y, levels.out.stride_z},
                                first + done);
        });
      in_field = !in_field;
    }
    if (!in_field) levels_.bring_back(exec, u);
  }

  // Sweeps the inner nodes while halos are filled, if the exchange and the plan can; tells whether it did.
  template <class LevelsOfSweep, class Halos, class Exchange>
  bool sweep_in_parts(Exec const& exec, LevelsOfSweep const& levels, Index step, int steps,
                      Halos const& halos, Exchange const& exchange) const {
    if constexpr (requires { exchange.overlaps(); })
      if (exchange.overlaps() && split_ && split_->splits()) {
        split_->sweep(exec, levels, step, steps, halos);
        return true;
      }
    return false;
  }

  RulesType rules_;
  PlanType plan_;
  LevelsType levels_;
  std::shared_ptr<Split const> split_;
};

} // namespace tessera::detail
