// SPDX-License-Identifier: Apache-2.0
// Separation and reaction of substances: the Cahn-Hilliard equation in 2D, the Allen-Cahn equation in 3D, and
// Gray-Scott as a View of structs in 2D and as a system of two Views in 3D.
#pragma once

#include "user_stencil.hpp"

namespace tessera::perf {

/// The Cahn-Hilliard equation c_t = M lap(c^3 - c - gamma lap c) by central differences and Euler's method:
/// the Laplacian of a Laplacian reads up to two nodes away.
template <class T>
struct CahnHilliard : UserStencil<T, 2> {
  static constexpr char name[] = "cahn-hilliard";
  struct Formula {
    static constexpr auto reads = tessera::box<2>(2);
    T mobility, gamma; // times dt / h^2, over h^2
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const around =
          (potential(u, -1, 0) + potential(u, 1, 0)) + (potential(u, 0, -1) + potential(u, 0, 1));
      return u(0, 0) + mobility * (around - 4 * potential(u, 0, 0));
    }

  private:
    KOKKOS_FUNCTION T potential(auto const& u, int j, int i) const {
      T const c = u(j, i);
      return c * c * c - c - gamma * ((u(j - 1, i) + u(j + 1, i)) + (u(j, i - 1) + u(j, i + 1)) - 4 * c);
    }
  };
  KOKKOS_FUNCTION static T start(double random) { return static_cast<T>(random - 0.5); }
  explicit CahnHilliard(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.01), T(0.5)};
  }
};

/// The two values of a node side by side in one View.
template <class T>
struct alignas(2 * sizeof(T)) Concentrations {
  T u, v;
};

/// Two substances that diffuse and react (Gray and Scott, Chem. Eng. Sci. 39, 1984), periodic.
template <class T>
struct GrayScottStruct : UserStencil<Concentrations<T>, 2, T> {
  static constexpr char name[] = "gray-scott-struct";
  struct Formula {
    static constexpr auto reads = tessera::star<2>(1);
    T du, dv, feed, removal; // times dt, over h^2
    KOKKOS_FUNCTION Concentrations<T> operator()(auto const& q, auto const&) const {
      Concentrations<T> const c = q(0, 0), s = q(-1, 0), n = q(1, 0), w = q(0, -1), e = q(0, 1);
      T const made = c.u * c.v * c.v;
      return {c.u + du * (s.u + n.u + w.u + e.u - 4 * c.u) - made + feed * (1 - c.u),
              c.v + dv * (s.v + n.v + w.v + e.v - 4 * c.v) + made - (feed + removal) * c.v};
    }
  };
  static constexpr Edges edges = Edges::periodic;
  static auto boundary() { return everywhere(Periodic{}); }
  /// Near a state in which both stay: where one dies out, its traces are subnormal numbers, which are slow.
  KOKKOS_FUNCTION static Concentrations<T> start(double random) {
    return {static_cast<T>(0.25 + 0.25 * random), static_cast<T>(0.5 - 0.25 * random)};
  }
  explicit GrayScottStruct(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.16), T(0.08), T(0.05), T(0.055)};
  }
};

/// The two values of a node, each of which has a View of its own.
template <class T>
struct Substances {
  T u, v;
};

/// The same in a closed volume, as a system of two fields.
template <class T>
struct GrayScottVolume : UserStencil<Substances<T>, 3, T> {
  static constexpr char name[] = "gray-scott3d";
  struct Formula {
    static constexpr auto reads = tessera::star<3>(1);
    T du, dv, feed, removal; // times dt, over h^2
    KOKKOS_FUNCTION Substances<T> operator()(auto const& q, auto const&) const {
      Substances<T> const c = q(0, 0, 0), a = q(-1, 0, 0), b = q(1, 0, 0), s = q(0, -1, 0), n = q(0, 1, 0),
                          w = q(0, 0, -1), e = q(0, 0, 1);
      T const made = c.u * c.v * c.v;
      return {c.u + du * (a.u + b.u + s.u + n.u + w.u + e.u - 6 * c.u) - made + feed * (1 - c.u),
              c.v + dv * (a.v + b.v + s.v + n.v + w.v + e.v - 6 * c.v) + made - (feed + removal) * c.v};
    }
  };
  static constexpr Edges edges = Edges::mirrored;
  static auto boundary() { return everywhere(by_member(Neumann{T(0)}, Neumann{T(0)})); }
  KOKKOS_FUNCTION static Substances<T> start(double random) {
    return {static_cast<T>(0.25 + 0.25 * random), static_cast<T>(0.5 - 0.25 * random)};
  }
  explicit GrayScottVolume(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.12), T(0.06), T(0.05), T(0.055)};
  }
};

/// The Allen-Cahn equation c_t = lap c + (c - c^3) / epsilon^2 of a phase field, periodic; the Laplacian is
/// of order 4.
template <class T>
struct AllenCahn : UserStencil<T, 3> {
  static constexpr char name[] = "allen-cahn3d";
  struct Formula {
    static constexpr auto reads = tessera::star<3>(2);
    T ratio, rate; // dt / (12 h^2), dt / epsilon^2
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const c = u(0, 0, 0);
      T const near = (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1));
      T const far = (u(-2, 0, 0) + u(2, 0, 0)) + (u(0, -2, 0) + u(0, 2, 0)) + (u(0, 0, -2) + u(0, 0, 2));
      return c + ratio * (16 * near - far - 90 * c) + rate * (c - c * c * c);
    }
  };
  static constexpr Edges edges = Edges::periodic;
  static auto boundary() { return everywhere(Periodic{}); }
  KOKKOS_FUNCTION static T start(double random) { return static_cast<T>(2 * random - 1); }
  explicit AllenCahn(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.0078125), T(0.0625)};
  }
};

} // namespace tessera::perf
