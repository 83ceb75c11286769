// SPDX-License-Identifier: Apache-2.0
// The vorticity on the walls of the box.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/flow/share.hpp>
#include <tessera/solver/flow/sides.hpp>

namespace tessera::detail {

/// The vorticity on walls of the box, by Thom's formula (Proc. R. Soc. A 141, 1933). With g the outward
/// derivative of psi at the wall, which is the wall's speed,
///
///     fluid   1  |  psi_1 = psi_w - h g + h^2/2 psi_nn    and along the wall psi is constant: omega = psi_nn
///     wall    w  |  omega_w = 2 (psi_1 - psi_w) / h^2 + 2 g / h
///
/// With explicit steps of several stages the whole method is of second order (E and Liu, J. Comput. Phys.
/// 124, 1996). A corner between two walls never changes; no other node reads it. A corner at an inflow has
/// the inflow's value. A corner at an outflow belongs to the wall.
template <class T, class MemorySpace>
struct WallVorticity {
  FlowPart part;
  Kokkos::Array<FlowSide, 4> sides;
  T two_over_h2[2];
  T lift[4]; ///< 2 g / h
  NodeView<T const, 2, MemorySpace> psi;
  NodeView<T, 2, MemorySpace> omega;

  /// The numbers run over the part's nodes of west, east, south and north in turn.
  KOKKOS_FUNCTION void operator()(Index number) const {
    int face = 0;
    for (; number >= part.nodes[1 - face / 2]; ++face) number -= part.nodes[1 - face / 2];
    int const axis = face / 2, along = 1 - axis;
    if (sides[face] != FlowSide::wall || !part.has_face(face)) return;
    Index const whole = number + part.first[along];
    if (corner(whole, part.whole[along]) && !owns(axis, whole > 0)) return;
    Index const at = part.before[axis] + (face % 2 ? part.nodes[axis] - 1 : 0),
                in = face % 2 ? at - 1 : at + 1, k = number + part.before[along];
    T const wall = axis == 0 ? psi(at, k) : psi(k, at), fluid = axis == 0 ? psi(in, k) : psi(k, in);
    (axis == 0 ? omega(at, k) : omega(k, at)) = Kokkos::fma(two_over_h2[axis], fluid - wall, lift[face]);
  }

private:
  KOKKOS_FUNCTION static bool corner(Index k, Index n) { return k == 0 || k == n - 1; }
  /// Whether the corner at the lower or upper end of a side across this axis belongs to that side.
  KOKKOS_FUNCTION bool owns(int axis, bool upper) const {
    FlowSide const end = sides[2 * (1 - axis) + upper];
    return end == FlowSide::periodic || end == FlowSide::outflow;
  }
};

template <class MemorySpace, class T>
WallVorticity<T, MemorySpace> wall_vorticity(FlowProblem const& problem, FlowPart const& part,
                                             NodeView<T const, 2, MemorySpace> const& psi,
                                             NodeView<T, 2, MemorySpace> const& omega) {
  WallVorticity<T, MemorySpace> kernel{part, problem.sides, {}, {}, psi, omega};
  // The outward derivative of psi is v on the east, -v on the west, u on the south and -u on the north side.
  double const sign[4] = {-1, 1, 1, -1};
  for (int d = 0; d < 2; ++d)
    kernel.two_over_h2[d] = static_cast<T>(2 / (problem.grid.spacing[d] * problem.grid.spacing[d]));
  for (int face = 0; face < 4; ++face)
    kernel.lift[face] =
        static_cast<T>(2 * sign[face] * problem.wall_speed[face] / problem.grid.spacing[face / 2]);
  return kernel;
}

} // namespace tessera::detail
