// SPDX-License-Identifier: Apache-2.0
// The heat equation's update that is measured, for the schemes and for the loops by hand alike.
#pragma once

#include <tessera/stencil/stencil.hpp>

namespace tessera::perf {

/// u + r (`around` - 2 D u), `around` the sum of the 2 D neighbours. With fused multiply-adds, as a compiler
/// that may contract makes them: 5 operations for 5 points where 7 are written out, 7 for 9 in 3D.
template <int D, class T>
KOKKOS_FORCEINLINE_FUNCTION T diffused(T u, T around, T ratio) {
  return Kokkos::fma(ratio, Kokkos::fma(T(-2 * D), u, around), u);
}

/// 5 points in 2D, 7 in 3D.
template <class T, int D>
struct Diffusion {
  static constexpr auto reads = tessera::star<D>(1);
  T ratio;
  KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
    if constexpr (D == 2)
      return diffused<2>(u(0, 0), (u(-1, 0) + u(1, 0)) + (u(0, -1) + u(0, 1)), ratio);
    else
      return diffused<3>(u(0, 0, 0),
                         (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1)),
                         ratio);
  }
};

} // namespace tessera::perf
