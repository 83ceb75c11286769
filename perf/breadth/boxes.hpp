// SPDX-License-Identifier: Apache-2.0
// Boxes of radius 1: 27 points in 3D, anisotropic diffusion and the 9-point Laplacian in 2D.
#pragma once

#include "user_stencil.hpp"

namespace tessera::perf {

/// A weighted mean over a cube of 27 nodes, with a weight each for centre, faces, edges and corners.
template <class T>
struct Box27 : UserStencil<T, 3> {
  static constexpr char name[] = "box27";
  struct Formula {
    static constexpr auto reads = tessera::box<3>(1);
    T centre, face, edge, corner;
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const faces = (u(-1, 0, 0) + u(1, 0, 0)) + (u(0, -1, 0) + u(0, 1, 0)) + (u(0, 0, -1) + u(0, 0, 1));
      T const edges = ((u(0, -1, -1) + u(0, -1, 1)) + (u(0, 1, -1) + u(0, 1, 1))) +
                      ((u(-1, 0, -1) + u(-1, 0, 1)) + (u(1, 0, -1) + u(1, 0, 1))) +
                      ((u(-1, -1, 0) + u(-1, 1, 0)) + (u(1, -1, 0) + u(1, 1, 0)));
      T const corners = ((u(-1, -1, -1) + u(-1, -1, 1)) + (u(-1, 1, -1) + u(-1, 1, 1))) +
                        ((u(1, -1, -1) + u(1, -1, 1)) + (u(1, 1, -1) + u(1, 1, 1)));
      return centre * u(0, 0, 0) + face * faces + edge * edges + corner * corners;
    }
  };
  explicit Box27(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.5), T(0.03), T(0.02), T(0.01)}; // the weights of 1, 6, 12 and 8 nodes; their sum is 1
  }
};

/// u_t = a u_xx + b u_yy + 2 c u_xy with a constant tensor, by central differences and Euler's method.
template <class T>
struct AnisotropicDiffusion : UserStencil<T, 2> {
  static constexpr char name[] = "anisotropic";
  struct Formula {
    static constexpr auto reads = tessera::box<2>(1);
    T a, b, c; // times dt / h^2, c halved
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const here = u(0, 0);
      T const xx = u(-1, 0) + u(1, 0) - 2 * here, yy = u(0, -1) + u(0, 1) - 2 * here;
      T const xy = (u(1, 1) + u(-1, -1)) - (u(1, -1) + u(-1, 1));
      return here + a * xx + b * yy + c * xy;
    }
  };
  explicit AnisotropicDiffusion(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.2), T(0.1), T(0.05)};
  }
};

/// The heat equation by the compact Laplacian of 9 points, of order 4 for harmonic functions.
template <class T>
struct NinePoints : UserStencil<T, 2> {
  static constexpr char name[] = "laplace9";
  struct Formula {
    static constexpr auto reads = tessera::box<2>(1);
    T ratio; // kappa dt / (6 h^2)
    KOKKOS_FUNCTION T operator()(auto const& u, auto const&) const {
      T const near = (u(-1, 0) + u(1, 0)) + (u(0, -1) + u(0, 1));
      T const far = (u(-1, -1) + u(1, 1)) + (u(-1, 1) + u(1, -1));
      return u(0, 0) + ratio * (4 * near + far - 20 * u(0, 0));
    }
  };
  static constexpr bool has_edge_value = true;
  KOKKOS_FUNCTION static T edge_value() { return T(0.25); }
  static auto boundary() { return everywhere(Dirichlet(edge_value())); }
  explicit NinePoints(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {T(0.03125)};
  }
};

} // namespace tessera::perf
