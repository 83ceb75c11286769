// SPDX-License-Identifier: Apache-2.0
// The heat equation as users have it in 3D: with a conductivity, and in an insulated body.
#pragma once

#include "user_stencil.hpp"
#include "values.hpp"

namespace tessera::perf {

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
