// SPDX-License-Identifier: Apache-2.0
// The heat equation as users have it, in 1D and on a stretched grid in 2D. Bodies are in bodies.hpp.
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

} // namespace tessera::perf
