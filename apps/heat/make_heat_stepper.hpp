// SPDX-License-Identifier: Apache-2.0
// What depends on the stencil. Compiled once for each stencil, dimension and precision, from stepper.cpp.in.
#pragma once

#include "heat_parts.hpp"

namespace tessera::heat {

template <int D, class T, class StencilType>
std::unique_ptr<AnyStepper<typename HeatParts<D, T>::FieldType>>
make_heat_stepper(HeatParts<D, T> const& parts, StencilType const& stencil) {
  return app::make_stepper_for<T, D>(parts.exec, parts.shared, parts.u, stencil, parts.boundary, parts.scheme,
                                     parts.length, parts.clock, parts.mask);
}

} // namespace tessera::heat
