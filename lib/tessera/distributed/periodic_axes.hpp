// SPDX-License-Identifier: Apache-2.0
// periodic_axes(): which axes a boundary makes periodic.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/distributed/decomposition.hpp>

#include <utility>

namespace tessera {

/// Whether each axis is periodic under a boundary: where both its faces are.
template <int D, class BoundaryType>
PeriodicAxes<D> periodic_axes(BoundaryType const& boundary) {
  static_assert(is_boundary_v<BoundaryType>,
                "tessera: a boundary is everywhere(condition), with .on(face, condition) for single faces");
  PeriodicAxes<D> periodic{};
  [&]<int... Axis>(std::integer_sequence<int, Axis...>) {
    ((periodic[Axis] = boundary.template face<2 * Axis>().role() == Role::wraps &&
                       boundary.template face<2 * Axis + 1>().role() == Role::wraps),
     ...);
  }
  (std::make_integer_sequence<int, D>{});
  return periodic;
}

} // namespace tessera
