// SPDX-License-Identifier: Apache-2.0
// Wide stars in 3D: a star of radius 4 with weights of the user's, acoustic waves in a medium of varying
// density.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

/// A weighted mean over a star of 25 nodes, a weight for each distance.
template <class T>
struct WeightedStar : UserStencil<T, 3> {
  static constexpr char name[] = "star3d-radius4";
  struct Formula {
    static constexpr auto reads = tessera::star<3>(4);
    T weight[5];
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T sum = weight[0] * u(0, 0, 0);
      for (int m = 1; m <= 4; ++m)
        sum += weight[m] *
               ((u(-m, 0, 0) + u(m, 0, 0)) + (u(0, -m, 0) + u(0, m, 0)) + (u(0, 0, -m) + u(0, 0, m)));
      return sum;
    }
  };
  explicit WeightedStar(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {{T(0.4), T(0.05), T(0.03), T(0.015), T(0.005)}}; // with those of 6 nodes each, the sum is 1
  }
};

/// ln(density) rises with the sum of the indices, on a grid with two more nodes on each side.
template <class T>
struct LayeredDensity {
  T* values;
  std::int64_t n; // of the padded grid
  KOKKOS_FUNCTION void operator()(std::int64_t x) const {
    values[x] = static_cast<T>(0.0078125) * static_cast<T>(x % n + x / n % n + x / n / n);
  }
};

/// Acoustic waves of order 4 in space and 2 in time, in a medium of varying speed and density:
///
///     p_tt = c^2 rho div(grad p / rho) = c^2 (lap p - grad(ln rho) . grad p)
///
/// Two levels of p, (c dt / h)^2 at the node, and ln rho at its neighbours: five values an update.
template <class T>
struct Acoustic : UserStencil<T, 3> {
  static constexpr char name[] = "acoustic3d";
  template <class View>
  struct Formula {
    static constexpr auto reads = tessera::star<3>(2);
    static constexpr bool previous = true;
    View ratio, density; // (c dt / h)^2; ln rho, whose node 0 has index 2

    KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
      auto const k = at.index(0), j = at.index(1), i = at.index(2);
      auto const rho = [&](int a, int b, int c) { return density(k + a + 2, j + b + 2, i + c + 2); };
      T const slow = slope(u(-2, 0, 0), u(-1, 0, 0), u(1, 0, 0), u(2, 0, 0)) *
                     slope(rho(-2, 0, 0), rho(-1, 0, 0), rho(1, 0, 0), rho(2, 0, 0));
      T const middle = slope(u(0, -2, 0), u(0, -1, 0), u(0, 1, 0), u(0, 2, 0)) *
                       slope(rho(0, -2, 0), rho(0, -1, 0), rho(0, 1, 0), rho(0, 2, 0));
      T const fast = slope(u(0, 0, -2), u(0, 0, -1), u(0, 0, 1), u(0, 0, 2)) *
                     slope(rho(0, 0, -2), rho(0, 0, -1), rho(0, 0, 1), rho(0, 0, 2));
      T const near = (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1));
      T const far = (u(-2, 0, 0) + u(2, 0, 0)) + (u(0, -2, 0) + u(0, 2, 0)) + (u(0, 0, -2) + u(0, 0, 2));
      T const laplacian = T(-7.5) * u(0, 0, 0) + T(4. / 3) * near - T(1. / 12) * far;
      return 2 * u(0, 0, 0) - u.previous() + ratio(k, j, i) * (laplacian - (slow + middle + fast));
    }

  private:
    /// h times the derivative, of order 4.
    KOKKOS_FUNCTION static T slope(T a, T b, T c, T d) { return T(2. / 3) * (c - b) - T(1. / 12) * (d - a); }
  };
  static constexpr double values_moved = 5;

  NodeView<T, 3> ratio, density;
  explicit Acoustic(std::int64_t n)
      : ratio(random_coefficient<T, 3>(n, 0.03125, 0.0625)),
        density(Kokkos::view_alloc("perf::density", Kokkos::WithoutInitializing), n + 4, n + 4, n + 4) {
    Kokkos::DefaultExecutionSpace const exec;
    Kokkos::parallel_for("perf::density", all_of(exec, density), LayeredDensity<T>{density.data(), n + 4});
    exec.fence();
  }
  template <class Views>
  auto formula() const {
    return Formula<typename Views::template View<T const, 3>>{ratio, density};
  }
};

} // namespace tessera::perf
