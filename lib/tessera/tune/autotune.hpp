// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/tune/detail/autotuner.hpp>

namespace tessera {

/// Chooses scheme, tile and fused steps for steps of this stencil on this field, with the arguments of a Stepper:
///
///     auto const tuned = tessera::autotune(exec, u, stencil, boundary);
///     tessera::with_scheme(tuned, [&](auto const& scheme) {
///       tessera::Stepper(exec, u, stencil, boundary, scheme).advance(u, steps);
///     });
///
/// A choice that the cache file knows is returned at once, without a launch. Otherwise a model ranks the candidates and
/// the best few are timed on private fields (five in memory at a time, thirteen for a stencil of two levels); u is not
/// written. Timing visits levels from clock.first_step on, no more than options.steps of them where that is given.
/// Kernels go to exec, which is fenced. The choice changes no bit of any result.
///
/// \throws InvalidInput where no candidate can step this field, saying why the last was refused, and for unknown names in
/// options.schemes
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView = NoObstacle>
Tuned autotune(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, AutotuneOptions const& options = {}, Clock const& clock = {},
               ObstacleView const& obstacle = {}) {
  return detail::Autotuner<Exec, ViewType, StencilType, BoundaryType, ObstacleView>(
             exec, u, stencil, boundary, options, clock, obstacle)
      .choose();
}

} // namespace tessera
