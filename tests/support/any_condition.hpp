// SPDX-License-Identifier: Apache-2.0
// The library's conditions, one of them chosen at run time: a test that wants many boundaries compiles one.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/one_of.hpp>

#include "support/problem.hpp"

namespace tessera::test {

/// The reference's functions of position and time as a user's functions of the node.
struct PrescribedValue {
  FaceSpec face;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return prescribed(face, at);
  }
};
struct FluxInTime {
  FaceSpec face;
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return face.a + face.c * at.time();
  }
};

using AnyCondition =
    OneOf<Fixed, Dirichlet<double>, Prescribed<PrescribedValue>, ZeroGradient, Neumann<double>,
          PrescribedFlux<FluxInTime>, Antisymmetric, HalfMirrored, Periodic>;

/// The library's condition for what the reference knows by its kind.
inline AnyCondition any_condition(FaceSpec const& face) {
  switch (face.kind) {
  case Kind::fixed:
    return Fixed{};
  case Kind::dirichlet:
    return Dirichlet(face.a);
  case Kind::prescribed:
    return Prescribed(PrescribedValue{face});
  case Kind::zero_gradient:
    return ZeroGradient{};
  case Kind::neumann:
    return Neumann(face.a);
  case Kind::flux_in_time:
    return PrescribedFlux(FluxInTime{face});
  case Kind::antisymmetric:
    return Antisymmetric{};
  case Kind::half_mirror:
    return HalfMirrored{};
  case Kind::periodic:
    return Periodic{};
  }
  return Fixed{};
}

/// The problem's faces as a boundary of one type per dimension.
template <int D>
auto any_boundary(std::array<FaceSpec, 2 * D> const& f) {
  auto const one = [&](int number) { return any_condition(f[number]); };
  auto const x = everywhere(one(0)).on(east, one(1));
  if constexpr (D == 1) return x;
  if constexpr (D > 1) {
    auto const xy = x.on(south, one(2)).on(north, one(3));
    if constexpr (D == 2) return xy;
    if constexpr (D == 3) return xy.on(bottom, one(4)).on(top, one(5));
  }
}

} // namespace tessera::test
