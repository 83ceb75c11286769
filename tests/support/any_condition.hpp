// SPDX-License-Identifier: Apache-2.0
// One face condition for all kinds, chosen at run time: a test that wants many boundaries compiles one. That the
// ready-made conditions give the same bits is tests/boundary's affair.
#pragma once

#include <tessera/boundary/boundary.hpp>

#include "support/problem.hpp"

namespace tessera::test {

struct AnyCondition {
  FaceSpec face;

  KOKKOS_FUNCTION Role role() const {
    if (face.kind <= Kind::zero_gradient) return Role::sets;
    return face.kind == Kind::periodic ? Role::wraps : Role::extends;
  }
  KOKKOS_FUNCTION int precedence() const {
    if (face.kind < Kind::zero_gradient) return 2;
    return face.kind == Kind::zero_gradient ? 1 : 0;
  }
  KOKKOS_FUNCTION bool keeps() const { return face.kind == Kind::fixed; }
  KOKKOS_FUNCTION bool steady() const { return keeps() || face.kind == Kind::dirichlet; }
  KOKKOS_FUNCTION bool copies_inside() const { return face.kind == Kind::zero_gradient; }
  KOKKOS_FUNCTION int depth(int m) const { return face.kind == Kind::half_mirror ? m - 1 : m; }

  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const& at, FaceTag tag) const {
    using T = decltype(u.here());
    switch (face.kind) {
    case Kind::dirichlet:
      return static_cast<T>(face.a);
    case Kind::prescribed:
      return static_cast<T>(prescribed(face, at));
    case Kind::zero_gradient:
      return u.along(tag.axis, tag.inward);
    default:
      return u.here();
    }
  }

  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    switch (face.kind) {
    case Kind::neumann:
      return inside + static_cast<T>(2.0 * m * h * face.a);
    case Kind::flux_in_time:
      return inside + static_cast<T>(2.0 * m * h * (face.a + face.c * at.time()));
    case Kind::antisymmetric:
      return -inside;
    default:
      return inside;
    }
  }
};

/// The problem's faces as a boundary of one type per dimension.
template <int D>
auto any_boundary(std::array<FaceSpec, 2 * D> const& f) {
  auto const one = [&](int number) { return AnyCondition{f[number]}; };
  auto const x = everywhere(one(0)).on(east, one(1));
  if constexpr (D == 1) return x;
  if constexpr (D > 1) {
    auto const xy = x.on(south, one(2)).on(north, one(3));
    if constexpr (D == 2) return xy;
    if constexpr (D == 3) return xy.on(bottom, one(4)).on(top, one(5));
  }
}

} // namespace tessera::test
