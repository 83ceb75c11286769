// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/equation/face_condition.hpp>

namespace tessera {

/// A side of a box for waves, its kind chosen at run time. Beside those of FaceCondition there is the rigid side, on which
/// u = 0. It is a mirror that changes the sign, for a stencil of any radius:
///
///     -u2 -u1 | 0 u1 u2 . . .
///
/// the node on the side follows the formula, which leaves an exact zero a zero. A fixed FaceCondition keeps a frame as
/// wide as the radius instead.
template <int D, class MemorySpace>
struct WaveFace : FaceCondition<D, MemorySpace> {
  using Base = FaceCondition<D, MemorySpace>;
  bool rigid = false;

  KOKKOS_FUNCTION constexpr Role role() const { return rigid ? Role::extends : Base::role(); }

  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    return rigid ? -inside : Base::beyond(inside, m, h, at);
  }
};

} // namespace tessera
