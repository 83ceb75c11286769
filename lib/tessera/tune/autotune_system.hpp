// SPDX-License-Identifier: Apache-2.0
// autotune() for systems of fields.
#pragma once

#include <tessera/step/any_system_stepper.hpp>
#include <tessera/tune/autotune.hpp>
#include <tessera/tune/detail/typed_system_problem.hpp>

namespace tessera {

/// The arguments of a system's Stepper without the scheme, as the tuner sees them. Trials fill halos by the
/// exchange; by default they read what halos hold.
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType,
          class ObstacleView = NoObstacle, class Exchange = NoExchange>
auto tuning_problem(Exec const& exec, System<Value, ViewType> const& u, StepType const& step,
                    BoundaryType const& boundary, Clock const& clock = {}, ObstacleView const& obstacle = {},
                    Exchange const& exchange = detail::unfilled_halos<Exchange>()) {
  return detail::TypedSystemProblem<Exec, Value, ViewType, StepType, BoundaryType, ObstacleView, Exchange>(
      exec, u, step, boundary, clock, obstacle, exchange);
}

/// Chooses scheme, tile and fused steps for steps of a system of fields, as autotune() does for one field.
/// The arguments are those of a Stepper; `step` is stages(...) or one formula:
///
///     auto const tuned = tessera::autotune(exec, em, tessera::stages(Magnetic{0.5}, Electric{0.5}), walls);
///     tessera::make_stepper(tuned, exec, em, tessera::stages(Magnetic{0.5}, Electric{0.5}), walls)
///         ->advance(em, steps);
///
/// Trials run on private copies of the members, with the values that they have (five to seven copies are in
/// memory at a time); u is not written.
/// \throws InvalidInput as for one field
template <class Exec, class Value, class ViewType, class StepType, class BoundaryType,
          class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, System<Value, ViewType> const& u, StepType const& step,
               BoundaryType const& boundary, AutotuneOptions const& options = {}, Clock const& clock = {},
               ObstacleView const& obstacle = {}) {
  return autotune(exec, tuning_problem(exec, u, step, boundary, clock, obstacle), options);
}

} // namespace tessera
