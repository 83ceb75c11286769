// SPDX-License-Identifier: Apache-2.0
// What depends on the stencil of an iteration. Compiled once for each stencil, dimension and precision, from
// stepper.cpp.in.
#pragma once

#include "iterations.hpp"

namespace tessera::poisson {

template <class T, int D, class StencilType>
AroundBody<StencilType, D> around(Iterated<T, D> const& of, StencilType const& stencil) {
  return {stencil, of.mask, of.u.halo().lower};
}

template <class T, int D, class StencilType>
PoissonStepper<T, D> make_poisson_stepper(Exec const& exec, Iterated<T, D> const& of,
                                          StencilType const& stencil) {
  auto const make = [&] {
    return make_stepper(app::asked_scheme(of.scheme).value_or(AnyScheme{Temporal::name}), exec, of.u,
                        around(of, stencil), poisson_boundary<D>(of.ends), Clock{}, NoObstacle{},
                        app::SharedExchange<T, D>{of.shared});
  };
  return of.shared ? app::team().agree(make) : make();
}

template <class T, int D, class StencilType>
PoissonStepper<T, D> make_tuned_poisson_stepper(Exec const& exec, Iterated<T, D> const& of,
                                                StencilType const& stencil, app::RunLength const& length) {
  return app::make_stepper_for<T, D>(exec, of.shared, of.u, around(of, stencil), poisson_boundary<D>(of.ends),
                                     of.scheme, length, Clock{}, NoObstacle{});
}

} // namespace tessera::poisson
