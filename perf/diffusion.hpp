// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/stencil/stencil.hpp>

namespace tessera::perf {

/// u + r (sum of neighbours - 2 D u): 5 points in 2D, 7 in 3D.
template <class T, int D>
struct Diffusion {
  static constexpr auto reads = tessera::star<D>(1);
  T ratio;
  KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
    if constexpr (D == 2)
      return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
    else
      return u(0, 0, 0) + ratio * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) +
                                   u(0, 0, 1) - 6 * u(0, 0, 0));
  }
};

} // namespace tessera::perf
