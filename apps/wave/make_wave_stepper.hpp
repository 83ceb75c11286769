// SPDX-License-Identifier: Apache-2.0
// What depends on the stencil's order. Compiled once for each order, dimension and precision, from
// stepper.cpp.in.
#pragma once

#include "wave_parts.hpp"

namespace tessera::wave {

template <int order, int D, class T>
std::unique_ptr<AnyStepper<typename WaveParts<D, T>::FieldType>>
make_wave_stepper(WaveParts<D, T> const& parts, WaveProblem const& problem) {
  return app::make_stepper_for<T, D>(parts.exec, parts.shared, parts.u, parts.template stencil<order>(),
                                     parts.boundary, parts.scheme, problem.length, parts.clock, parts.mask);
}

template <int order, int D, class T>
void step_from_rest(WaveParts<D, T> const& parts, typename WaveParts<D, T>::FieldType const& u) {
  make_stepper(AnyScheme{}, parts.exec, u, parts.template stencil<order>().from_rest(), parts.boundary,
               Clock{.dt = parts.clock.dt}, parts.mask)
      ->advance(u, 1);
}

} // namespace tessera::wave
