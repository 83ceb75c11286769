// SPDX-License-Identifier: Apache-2.0
// How the sides of a Poisson problem end. The conditions hold no data: values lie in the field, fluxes in the
// right side (add_flux), so that kernels carry none.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/one_of.hpp>

namespace tessera {

/// What a side of a Poisson problem is.
enum class PoissonEnd {
  fixed,         ///< nodes on the face keep their values
  mirrored,      ///< du/dn = 0: a read m nodes beyond the face is the node m inside
  zero_gradient, ///< nodes on the face take the old value of their neighbour one node inside
  half_mirrored, ///< the wall lies half a node beyond the face: the read beyond is the node on the face
                 ///< itself
  periodic
};

/// Two an axis, in the order of tessera::face_names.
template <int D>
using PoissonEnds = Kokkos::Array<PoissonEnd, 2 * D>;

/// In the order of PoissonEnd.
inline constexpr char const* poisson_end_names[] = {"fixed", "mirrored", "zero-gradient", "half-mirrored",
                                                    "periodic"};
/// The end's name in poisson_end_names
constexpr char const* name_of(PoissonEnd end) { return poisson_end_names[static_cast<int>(end)]; }

/// A face condition of any of these kinds.
using PoissonCondition = OneOf<Fixed, Mirrored, ZeroGradient, HalfMirrored, Periodic>;

/// The face condition that this end is.
inline PoissonCondition poisson_condition(PoissonEnd end) {
  switch (end) {
  case PoissonEnd::fixed:
    return Fixed{};
  case PoissonEnd::mirrored:
    return Mirrored{};
  case PoissonEnd::zero_gradient:
    return ZeroGradient{};
  case PoissonEnd::half_mirrored:
    return HalfMirrored{};
  case PoissonEnd::periodic:
    return Periodic{};
  }
  return Fixed{};
}

/// The ends as a boundary for steppers.
template <int D>
auto poisson_boundary(PoissonEnds<D> const& ends) {
  auto const end = [&](int face) { return poisson_condition(ends[face]); };
  auto const plane = everywhere(end(0)).on(west, end(0)).on(east, end(1)).on(south, end(2)).on(north, end(3));
  if constexpr (D == 2) return plane;
  if constexpr (D == 3) return plane.on(bottom, end(4)).on(top, end(5));
}

} // namespace tessera
