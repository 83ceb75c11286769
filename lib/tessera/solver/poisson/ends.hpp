// SPDX-License-Identifier: Apache-2.0
// How the sides of a Poisson problem end. The conditions hold no data: values lie in the field, fluxes in the right
// side (add_flux), so that kernels carry none.
#pragma once

#include <tessera/boundary/boundary.hpp>

namespace tessera {

enum class PoissonEnd {
  fixed,         ///< nodes on the face keep their values
  mirrored,      ///< du/dn = 0: a read m nodes beyond the face is the node m inside
  zero_gradient, ///< nodes on the face take the old value of their neighbour one node inside
  half_mirrored, ///< the wall lies half a node beyond the face: the read beyond is the node on the face itself
  periodic
};

/// Two an axis, in the order of tessera::face_names.
template <int D>
using PoissonEnds = Kokkos::Array<PoissonEnd, 2 * D>;

/// A face condition of any of these kinds.
struct PoissonCondition {
  PoissonEnd end = PoissonEnd::fixed;

  KOKKOS_FUNCTION constexpr Role role() const {
    if (end == PoissonEnd::periodic) return Role::wraps;
    return end == PoissonEnd::fixed || end == PoissonEnd::zero_gradient ? Role::sets : Role::extends;
  }
  KOKKOS_FUNCTION constexpr int precedence() const { return end == PoissonEnd::zero_gradient ? 1 : 2; }
  KOKKOS_FUNCTION constexpr bool keeps() const { return end == PoissonEnd::fixed; }
  KOKKOS_FUNCTION constexpr bool steady() const { return keeps(); }
  KOKKOS_FUNCTION constexpr bool copies_inside() const { return end == PoissonEnd::zero_gradient; }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return end == PoissonEnd::half_mirrored ? m - 1 : m; }

  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const&, FaceTag face) const {
    auto const here = u.here();
    return end == PoissonEnd::zero_gradient ? u.along(face.axis, face.inward) : here;
  }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
};

/// The ends as a boundary for steppers.
template <int D>
auto poisson_boundary(PoissonEnds<D> const& ends) {
  auto const end = [&](int face) { return PoissonCondition{ends[face]}; };
  auto const plane = everywhere(end(0)).on(west, end(0)).on(east, end(1)).on(south, end(2)).on(north, end(3));
  if constexpr (D == 2) return plane;
  if constexpr (D == 3) return plane.on(bottom, end(4)).on(top, end(5));
}

} // namespace tessera
