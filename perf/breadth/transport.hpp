// SPDX-License-Identifier: Apache-2.0
// Transport in 2D by first differences: advection, Burgers' equation.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

/// u_t + a u_x + b u_y = 0 by upwind differences, with a velocity that varies in space, periodic.
template <class T>
struct Advection : UserStencil<T, 2> {
  static constexpr char name[] = "advection";
  template <class View>
  struct Formula {
    static constexpr auto reads = tessera::star<2>(1);
    View a, b;
    T ratio; // dt / h
    KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
      auto const j = at.index(0), i = at.index(1);
      T const here = u(0, 0), south = u(-1, 0), north = u(1, 0), west = u(0, -1), east = u(0, 1);
      T const along_y = a(j, i), along_x = b(j, i);
      T const dy = along_y > 0 ? here - south : north - here;
      T const dx = along_x > 0 ? here - west : east - here;
      return here - ratio * (along_y * dy + along_x * dx);
    }
  };
  static constexpr Edges edges = Edges::periodic;
  static constexpr double values_moved = 4;
  static auto boundary() { return everywhere(Periodic{}); }

  NodeView<T, 2> a, b;
  explicit Advection(std::int64_t n)
      : a(random_coefficient<T, 2>(n, -1, 2)), b(random_coefficient<T, 2>(n, -0.5, 2)) {}
  template <class Views>
  auto formula() const {
    return Formula<typename Views::template View<T const, 2>>{a, b, T(0.25)};
  }
};

/// Burgers' equation u_t + u (u_x + u_y) = nu (u_xx + u_yy), upwind and central differences.
template <class T>
struct Burgers : UserStencil<T, 2> {
  static constexpr char name[] = "burgers";
  struct Formula {
    static constexpr auto reads = tessera::star<2>(1);
    T ratio, viscous; // dt / h and nu dt / h^2
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const here = u(0, 0), south = u(-1, 0), north = u(1, 0), west = u(0, -1), east = u(0, 1);
      T const lower = (here - west) + (here - south), upper = (east - here) + (north - here);
      T const carried = here > 0 ? lower : upper;
      return here - ratio * here * carried + viscous * (south + north + west + east - 4 * here);
    }
  };
  KOKKOS_FUNCTION static T start(double random) { return static_cast<T>(2 * random - 1); }
  explicit Burgers(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.2), T(0.1)};
  }
};

} // namespace tessera::perf
