// SPDX-License-Identifier: Apache-2.0
// The heat equation's update u_t = laplace(u), and functions that make its fields and compare them.
#pragma once

#include <tessera/tessera.hpp>

#include <cmath>
#include <string>

#include "support/memory.hpp"
#include "support/schemes.hpp"

namespace tessera::test {

/// FTCS with ratio r_d = dt / h_d^2; radius 1 gives order 2, radius 2 gives order 4.
template <int D, int R = 1>
struct Diffusion {
  static constexpr auto reads = star<D>(R);
  Lengths<D> ratio;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const&) const {
    using T = decltype(u.here());
    T change = 0;
    for (int d = 0; d < D; ++d) {
      T const near = u.along(d, -1) + u.along(d, 1);
      T second = near - T(2) * u.here();
      if constexpr (R == 2)
        second = (T(16) * near - (u.along(d, -2) + u.along(d, 2)) - T(30) * u.here()) / T(12);
      change += static_cast<T>(ratio[d]) * second;
    }
    return u.here() + change;
  }
};

template <class T>
double largest_difference(std::vector<T> const& a, std::vector<T> const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::fmax(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

} // namespace tessera::test
