// SPDX-License-Identifier: Apache-2.0
// The Stepper of a system of fields: several Views, and a step made of stages.
#pragma once

#include <tessera/grid/levels.hpp>
#include <tessera/stencil/stage_check.hpp>
#include <tessera/stencil/watch.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/detail/system_engine.hpp>
#include <tessera/step/exchange.hpp>
#include <tessera/step/stepper.hpp>

namespace tessera {

/// Makes time steps of a system of fields. Everything that is said of a Stepper of one field holds; a step is
/// made of the stages in their order (see Stages), and conditions may be given by member (see by_member).
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class SchemeType,
          class ObstacleView>
class Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, SchemeType, ObstacleView> {
  using SystemType = System<Value, ViewType>;
  using StagesType = decltype(detail::as_stages(std::declval<StepType>()));
  static constexpr int D = SystemType::dimension;
  static constexpr bool faces_ok() {
    if constexpr (is_boundary_v<BoundaryType>)
      return BoundaryType::template fits<D>;
    else
      return true;
  }
  static constexpr bool members_ok() {
    if constexpr (is_boundary_v<BoundaryType>)
      return detail::fits_members<BoundaryType, D, SystemType::count>;
    else
      return true;
  }
  static_assert(Kokkos::is_execution_space_v<Exec>,
                "tessera::Stepper: the first argument is an execution space");
  static_assert(detail::known_space<Exec>());
  static_assert(StagesType::dimension == D || StagesType::dimension == 0,
                "tessera::Stepper: the stages read another number of axes than the system has");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename ViewType::memory_space>::accessible,
                "tessera::Stepper: the execution space can't access the members' memory");
  static_assert(is_boundary_v<BoundaryType>, "tessera::Stepper: the fourth argument is a boundary; a single "
                                             "condition holds everywhere as tessera::everywhere(condition)");
  static_assert(
      faces_ok(),
      "tessera::Stepper: the boundary has a condition on a face of an axis that the system does not "
      "have");
  static_assert(
      members_ok(),
      "tessera::by_member(...): a condition for each member of the struct, an array counting as many "
      "members as it has values");
  static_assert(detail::can_read_obstacle<Exec, ObstacleView>(),
                "tessera::Stepper: the execution space can't access the obstacle's memory");
  using Order = detail::AxisOrder<D, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  // Where one of these does not hold, what follows from it is not said as well.
  static constexpr bool stages_ok = detail::stages_are_ok<StagesType, Value, Order>;
  static constexpr bool can_step = stages_ok && is_boundary_v<BoundaryType> && faces_ok() && members_ok();

public:
  Stepper(Exec const& exec, SystemType const& u, StepType const& step, BoundaryType const& boundary,
          SchemeType const& scheme, Clock const& clock = {}, ObstacleView const& obstacle = {})
      : exec_(exec), step_(clock.first_step), clock_(clock), obstacle_(obstacle),
        engine_(exec, u, detail::as_stages(step), boundary, scheme, clock, obstacle) {
    if constexpr (can_step) detail::try_stages<Value, Order>(detail::as_stages(step));
  }

  /// Makes a stepper with an obstacle, for problems in which times do not matter.
  Stepper(Exec const& exec, SystemType const& u, StepType const& step, BoundaryType const& boundary,
          SchemeType const& scheme, ObstacleView const& obstacle) requires detail::is_mask_v<ObstacleView>
      : Stepper(exec, u, step, boundary, scheme, Clock{}, obstacle) {}

  /// Makes `steps` steps; the result is in u. Kernels are launched in order on the instance; the call does
  /// not wait for them. `watches` are numbers of the last level (see watch). \throws InvalidInput for a
  /// system of another shape or place than the one of construction, for negative `steps`, and for watches
  /// without a step
  template <class... W>
  requires(detail::is_watch<W>&&...) void advance(SystemType const& u, Index steps, W const&... watches) {
    advance(u, steps, NoExchange{}, watches...);
  }

  /// The same for a system with a halo, which the exchange fills before every sweep. It has these
  /// members, of which check_sweeps may be left out, and combine where nothing is watched:
  ///
  ///     begin(exec, system, width, members)   // may start messages
  ///     finish(exec, system, width, members)  // after it kernels launched on exec see the filled halo
  ///     check_sweeps(width, corners, fused_steps, written)
  ///     combine<Reduction>(exec, result)
  ///
  /// `system` holds the values, in turn the user's Views and the stepper's second level. `width` nodes are
  /// needed on every side: the sum of the stages' reaches, the larger one of both sides, times the steps of
  /// the sweep. `members` has a bit for each member to fill: all before the first sweep of an advance, then
  /// those that a stage writes. advance() calls check_sweeps before anything else, with the width of a single
  /// step, whether it reads corners of the halo, the most steps that a sweep fuses, and the members that
  /// stages write; the exchange throws InvalidInput where it can't fill such halos. combine() joins a watched
  /// number of this block with those of the others; for watchers alone. tessera::SystemExchange is such an
  /// exchange.
  template <class Exchange, class... W>
  requires(!detail::is_watch<Exchange> &&
           (detail::is_watch<W> && ...)) void advance(SystemType const& u, Index steps,
                                                      Exchange const& exchange, W const&... watches) {
    check(steps, exchange, watches...);
    engine_.check(u);
    engine_.check_exchange(exchange, steps);
    Kokkos::Profiling::ScopedRegion const region("tessera::Stepper::advance");
    if constexpr (exchange_ok<Exchange>) engine_.advance(exec_, u, step_, steps, exchange, watches...);
    step_ += steps;
  }

  /// Makes `steps` steps between two levels of the user's own, without a copy; the result is in u.now(). What
  /// the second one held is overwritten. \throws InvalidInput as for a system
  template <class... W>
  requires(detail::is_watch<W>&&...) void advance(Levels<Value, ViewType>& u, Index steps,
                                                  W const&... watches) {
    advance(u, steps, NoExchange{}, watches...);
  }
  template <class Exchange, class... W>
  requires(!detail::is_watch<Exchange> &&
           (detail::is_watch<W> && ...)) void advance(Levels<Value, ViewType>& u, Index steps,
                                                      Exchange const& exchange, W const&... watches) {
    check(steps, exchange, watches...);
    engine_.check(u.now());
    engine_.check(u.other());
    engine_.check_exchange(exchange, steps);
    Kokkos::Profiling::ScopedRegion const region("tessera::Stepper::advance");
    if constexpr (exchange_ok<Exchange>) engine_.advance(exec_, u, step_, steps, exchange, watches...);
    step_ += steps;
  }

  /// Number of the time level that the system holds after the last advance, and its time.
  Index step() const { return step_; }
  double time() const { return clock_.start + static_cast<double>(step_) * clock_.dt; }

  /// What the scheme has chosen: tile, fused steps, scratch.
  SchemeReport report() const { return engine_.report(); }

private:
  template <class Exchange>
  static constexpr bool exchange_ok =
      std::is_same_v<Exchange, NoExchange> || detail::exchanges_system<Exchange, Exec, SystemType>;

  template <class Exchange, class... W>
  static void check(Index steps, Exchange const&, W const&... watches) {
    static_assert(exchange_ok<Exchange>,
                  "tessera::Stepper::advance: the third argument is an exchange of systems, with begin and "
                  "finish of (exec, system, width, members), as tessera::SystemExchange, or a watch");
    static_assert(
        std::is_same_v<Exchange, NoExchange> || (detail::joins_in_any_order<typename W::Reduction> && ...),
        "tessera::watch: the order of a sum over ranks would depend on the blocks. Watch Max or Min, or a "
        "reduction with `static constexpr bool any_order = true`; tessera::sum(exec, ranks, "
        "system.field(m)) is the same on any number of ranks");
    static_assert(
        (Kokkos::SpaceAccessibility<Exec, typename decltype(W::result)::memory_space>::accessible && ...),
        "tessera::watch: the execution space can't access the memory of the result");
    if (steps < 0) throw InvalidInput(detail::text("advance by ", steps, " steps (give zero or more)"));
    if (sizeof...(W) > 0 && steps == 0)
      throw InvalidInput("advance by 0 steps with watches, which look at the last step (give one or more)");
    if constexpr (sizeof...(W) > 0)
      if (((watches.result.data() == nullptr) || ...))
        throw InvalidInput("tessera::watch: the result is a View without memory (give it a label)");
  }

  Exec exec_;
  Index step_;
  Clock clock_;
  ObstacleView obstacle_; // keeps the mask alive
  std::conditional_t<can_step,
                     detail::SystemEngine<Exec, Value, ViewType, StagesType, BoundaryType, SchemeType>,
                     detail::NoSystemEngine>
      engine_;
};

template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class SchemeType>
Stepper(Exec const&, System<Value, ViewType> const&, StepType const&, BoundaryType const&, SchemeType const&)
    -> Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, SchemeType>;
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class SchemeType>
Stepper(Exec const&, System<Value, ViewType> const&, StepType const&, BoundaryType const&, SchemeType const&,
        Clock const&) -> Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, SchemeType>;
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class SchemeType,
          class ObstacleView>
requires detail::is_mask_v<ObstacleView> Stepper(Exec const&, System<Value, ViewType> const&, StepType const&,
                                                 BoundaryType const&, SchemeType const&, ObstacleView const&)
->Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, SchemeType, ObstacleView>;
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class SchemeType,
          class ObstacleView>
Stepper(Exec const&, System<Value, ViewType> const&, StepType const&, BoundaryType const&, SchemeType const&,
        Clock const&, ObstacleView const&)
    -> Stepper<Exec, System<Value, ViewType>, StepType, BoundaryType, SchemeType, ObstacleView>;

} // namespace tessera
