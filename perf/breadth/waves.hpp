// SPDX-License-Identifier: Apache-2.0
// Waves in 2D by a wide star.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

/// Waves of order 8 in space and 2 in time, in a medium of varying speed: u_tt = c^2 lap u. Two levels of u
/// and (c dt / h)^2 at the node: four values an update.
template <class T>
struct WaveOfOrder8 : UserStencil<T, 2> {
  static constexpr char name[] = "wave2d-order8";
  template <class View>
  struct Formula {
    static constexpr auto reads = tessera::star<2>(4);
    static constexpr bool previous = true;
    View ratio; // (c dt / h)^2

    KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
      T const weight[5] = {T(-205. / 72), T(8. / 5), T(-1. / 5), T(8. / 315), T(-1. / 560)};
      T laplacian = 2 * weight[0] * u(0, 0);
      for (int m = 1; m <= 4; ++m) laplacian += weight[m] * ((u(-m, 0) + u(m, 0)) + (u(0, -m) + u(0, m)));
      return 2 * u(0, 0) - u.previous() + ratio(at.index(0), at.index(1)) * laplacian;
    }
  };
  static constexpr double values_moved = 4;

  NodeView<T, 2> ratio;
  explicit WaveOfOrder8(std::int64_t n) : ratio(random_coefficient<T, 2>(n, 0.0625, 0.125)) {}
  template <class Views>
  auto formula() const {
    return Formula<typename Views::template View<T const, 2>>{ratio};
  }
};

} // namespace tessera::perf
