// SPDX-License-Identifier: Apache-2.0
// autotune(): chooses scheme, tile and fused steps for a problem.
#pragma once

#include <tessera/tune/detail/autotuner.hpp>
#include <tessera/tune/detail/typed_problem.hpp>

namespace tessera {

/// The arguments of a Stepper without the scheme, as the tuner sees them. Trials fill halos by the exchange;
/// by default they read what halos hold, which takes the same time but for messages.
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle,
          class Exchange = NoExchange>
auto tuning_problem(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
                    BoundaryType const& boundary, Clock const& clock = {}, ObstacleView const& obstacle = {},
                    Exchange const& exchange = detail::unfilled_halos<Exchange>()) {
  return detail::TypedProblem<Exec, ViewType, StencilType, BoundaryType, ObstacleView, Exchange>(
      exec, u, stencil, boundary, clock, obstacle, exchange);
}

/// Does the same as the next function, for a problem whose types are hidden. A program that tunes many
/// stencils can call it from one source file, which alone compiles the search.
template <class Exec>
Tuned autotune(Exec const& exec, TuningProblem const& problem, AutotuneOptions const& options = {}) {
  return detail::Autotuner<Exec>(exec, problem, options).choose();
}

/// Chooses scheme, tile and fused steps for steps of this stencil on this field. The arguments are those of a
/// Stepper:
///
///     auto const tuned = tessera::autotune(exec, u, stencil, boundary);
///     tessera::make_stepper(tuned, exec, u, stencil, boundary)->advance(u, steps);
///
/// A choice that is in the cache file is returned at once, without a launch. Otherwise a model ranks the
/// candidates, and the best few are timed on private fields (five to seven are in memory at a time, thirteen
/// to nineteen for a stencil of two levels); u is not written. Timing visits levels from clock.first_step on,
/// and no more than options.steps of them if that is given. Kernels go to exec, which is fenced. The choice
/// changes no bit of any result.
///
/// \throws InvalidInput if no candidate can step this field, saying why the last one was refused, and for
/// unknown names in options.schemes
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, AutotuneOptions const& options = {}, Clock const& clock = {},
               ObstacleView const& obstacle = {}) {
  return autotune(exec, tuning_problem(exec, u, stencil, boundary, clock, obstacle), options);
}

} // namespace tessera
