// SPDX-License-Identifier: Apache-2.0
// Sharp fronts in 2D: WENO of order 5, a level set.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

/// u_t + u_x + u_y = 0 by weighted essentially non-oscillatory reconstruction of order 5 (Jiang and Shu, J.
/// Comput. Phys. 126, 1996) and Euler's method.
template <class T>
struct Weno5 : UserStencil<T, 2> {
  static constexpr char name[] = "weno5";
  struct Formula {
    static constexpr auto reads = tessera::star<2>(3);
    T ratio; // dt / h
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const y = value_at_face(u(-2, 0), u(-1, 0), u(0, 0), u(1, 0), u(2, 0)) -
                  value_at_face(u(-3, 0), u(-2, 0), u(-1, 0), u(0, 0), u(1, 0));
      T const x = value_at_face(u(0, -2), u(0, -1), u(0, 0), u(0, 1), u(0, 2)) -
                  value_at_face(u(0, -3), u(0, -2), u(0, -1), u(0, 0), u(0, 1));
      return u(0, 0) - ratio * (x + y);
    }

  private:
    KOKKOS_FUNCTION static T squared(T x) { return x * x; }

    /// Between c and d, from the cells a, b, c, d, e, which the flow passes in this order.
    KOKKOS_FUNCTION static T value_at_face(T a, T b, T c, T d, T e) {
      T const q0 = (2 * a - 7 * b + 11 * c) / 6, q1 = (-b + 5 * c + 2 * d) / 6, q2 = (2 * c + 5 * d - e) / 6;
      T const s0 = T(13) / 12 * squared(a - 2 * b + c) + T(0.25) * squared(a - 4 * b + 3 * c);
      T const s1 = T(13) / 12 * squared(b - 2 * c + d) + T(0.25) * squared(b - d);
      T const s2 = T(13) / 12 * squared(c - 2 * d + e) + T(0.25) * squared(3 * c - 4 * d + e);
      T const small = T(1e-6);
      T const w0 = T(0.1) / squared(s0 + small), w1 = T(0.6) / squared(s1 + small),
              w2 = T(0.3) / squared(s2 + small);
      return (w0 * q0 + w1 * q1 + w2 * q2) / (w0 + w1 + w2);
    }
  };
  explicit Weno5(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.1)};
  }
};

/// A front that moves outwards at speed 1: phi_t + |grad phi| = 0 by Godunov's upwind differences (Osher and
/// Sethian, J. Comput. Phys. 79, 1988).
template <class T>
struct LevelSet : UserStencil<T, 2> {
  static constexpr char name[] = "level-set";
  struct Formula {
    static constexpr auto reads = tessera::star<2>(1);
    T step, per_spacing; // dt and 1 / h
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const here = u(0, 0), south = u(-1, 0), north = u(1, 0), west = u(0, -1), east = u(0, 1);
      T const from_west = Kokkos::max((here - west) * per_spacing, T(0)),
              from_east = Kokkos::min((east - here) * per_spacing, T(0)),
              from_south = Kokkos::max((here - south) * per_spacing, T(0)),
              from_north = Kokkos::min((north - here) * per_spacing, T(0));
      return here - step * Kokkos::sqrt((from_west * from_west + from_east * from_east) +
                                        (from_south * from_south + from_north * from_north));
    }
  };
  static constexpr Edges edges = Edges::mirrored;
  static auto boundary() { return everywhere(Neumann(T(0))); }
  explicit LevelSet(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.25), T(1)};
  }
};

} // namespace tessera::perf
