// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/tune/detail/autotuner.hpp>
#include <tessera/tune/detail/typed_problem.hpp>

namespace tessera {

/// The arguments of a Stepper but for the scheme, as the tuner sees them.
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle>
auto tuning_problem(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
                    BoundaryType const& boundary, Clock const& clock = {},
                    ObstacleView const& obstacle = {}) {
  return detail::TypedProblem<Exec, ViewType, StencilType, BoundaryType, ObstacleView>(
      exec, u, stencil, boundary, clock, obstacle);
}

/// The same as the next, for a problem whose types are hidden: a program that tunes many stencils can call it from one
/// source, which alone compiles the search.
template <class Exec>
Tuned autotune(Exec const& exec, TuningProblem const& problem, AutotuneOptions const& options = {}) {
  return detail::Autotuner<Exec>(exec, problem, options).choose();
}

/// Chooses scheme, tile and fused steps for steps of this stencil on this field, with the arguments of a Stepper:
///
///     auto const tuned = tessera::autotune(exec, u, stencil, boundary);
///     tessera::make_stepper(tuned, exec, u, stencil, boundary)->advance(u, steps);
///
/// A choice that the cache file knows is returned at once, without a launch. Otherwise a model ranks the candidates and
/// the best few are timed on private fields (five to seven in memory at a time, thirteen to nineteen for a stencil of two
/// levels); u is not written. Timing visits levels from clock.first_step on, no more than options.steps of them where that is given.
/// Kernels go to exec, which is fenced. The choice changes no bit of any result.
///
/// \throws InvalidInput where no candidate can step this field, saying why the last was refused, and for unknown names in
/// options.schemes
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, AutotuneOptions const& options = {}, Clock const& clock = {},
               ObstacleView const& obstacle = {}) {
  return autotune(exec, tuning_problem(exec, u, stencil, boundary, clock, obstacle), options);
}

} // namespace tessera
