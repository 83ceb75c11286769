// SPDX-License-Identifier: Apache-2.0
// The heat equation as users have it: in 1D, on a stretched grid in 2D, with a conductivity and insulated in
// 3D.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

/// A rod whose ends have a temperature.
template <class T>
struct Rod : UserStencil<T, 1> {
  static constexpr char name[] = "heat1d";
  struct Formula {
    static constexpr auto reads = tessera::star<1>(1);
    T ratio; // kappa dt / h^2
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      return u(0) + ratio * (u(-1) - 2 * u(0) + u(1));
    }
  };
  static constexpr bool has_edge_value = true;
  KOKKOS_FUNCTION static T edge_value() { return T(0.25); }
  static auto boundary() { return everywhere(Dirichlet(edge_value())); }
  explicit Rod(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.3)};
  }
};

/// A plate whose lines lie at varying distances: a coefficient for each neighbour, along each axis. No heat
/// passes through its edges.
template <class T>
struct StretchedPlate : UserStencil<T, 2> {
  static constexpr char name[] = "heat-stretched";
  template <class View>
  struct Formula {
    static constexpr auto reads = tessera::star<2>(1);
    View south, north, west, east; // kappa dt over the distances to and around the neighbour
    KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
      auto const j = at.index(0), i = at.index(1);
      T const here = u(0, 0);
      return here + (south(j) * (u(-1, 0) - here) + north(j) * (u(1, 0) - here)) +
             (west(i) * (u(0, -1) - here) + east(i) * (u(0, 1) - here));
    }
  };
  static constexpr Edges edges = Edges::mirrored;
  static auto boundary() { return everywhere(Neumann(T(0))); }

  NodeView<T, 1> south, north, west, east;
  explicit StretchedPlate(std::int64_t n) : south(line(n)), north(line(n)), west(line(n)), east(line(n)) {}
  template <class Views>
  auto formula() const {
    return Formula<typename Views::template View<T const, 1>>{south, north, west, east};
  }

private:
  static NodeView<T, 1> line(std::int64_t n) { return random_coefficient<T, 1>(n, 0.0625, 0.125); }
};

/// A body whose conductivity varies from node to node, its faces at a temperature.
template <class T>
struct HeatedBody : UserStencil<T, 3> {
  static constexpr char name[] = "heat3d-coefficient";
  template <class View>
  struct Formula {
    static constexpr auto reads = tessera::star<3>(1);
    View kappa; // dt / h^2 included
    KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
      T const around = (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1));
      return u(0, 0, 0) + kappa(at.index(0), at.index(1), at.index(2)) * (around - 6 * u(0, 0, 0));
    }
  };
  static constexpr double values_moved = 3;
  static constexpr bool has_edge_value = true;
  KOKKOS_FUNCTION static T edge_value() { return T(0.25); }
  static auto boundary() { return everywhere(Dirichlet(edge_value())); }

  NodeView<T, 3> kappa;
  explicit HeatedBody(std::int64_t n) : kappa(random_coefficient<T, 3>(n, 0.03125, 0.125)) {}
  template <class Views>
  auto formula() const {
    return Formula<typename Views::template View<T const, 3>>{kappa};
  }
};

/// A body of one conductivity, through whose faces no heat passes.
template <class T>
struct InsulatedBody : UserStencil<T, 3> {
  static constexpr char name[] = "heat3d-insulated";
  struct Formula {
    static constexpr auto reads = tessera::star<3>(1);
    T ratio; // kappa dt / h^2
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const around = (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1));
      return u(0, 0, 0) + ratio * (around - 6 * u(0, 0, 0));
    }
  };
  static constexpr Edges edges = Edges::mirrored;
  static auto boundary() { return everywhere(Neumann(T(0))); }
  explicit InsulatedBody(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.125)};
  }
};

} // namespace tessera::perf
