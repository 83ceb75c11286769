// SPDX-License-Identifier: Apache-2.0
// How long a time step may be. With three stages of third order the region of stability reaches 2.51 along the negative
// real axis and 1.73 along the imaginary one.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/flow/sides.hpp>

#include <limits>

namespace tessera {

/// Beyond this number of spacings a step, |u| dt / hx + |v| dt / hy, centred differences grow.
inline constexpr double largest_flow_cfl = 1.7;

/// The longest step that diffusion allows: 4 nu dt (1/hx^2 + 1/hy^2) <= 2.51. Infinite without viscosity.
inline double diffusion_limit(Grid<2> const& grid, double viscosity) {
  double const hx = grid.spacing[0], hy = grid.spacing[1];
  if (viscosity == 0) return std::numeric_limits<double>::infinity();
  return 2.51 / (4 * viscosity * (1 / (hx * hx) + 1 / (hy * hy)));
}

/// The largest |speed| / h of a wall that moves along itself, h the spacing along it. The fluid on a wall has its speed,
/// also where the fluid beside it is still at rest, so the stream function does not show it.
inline double wall_rate(FlowProblem const& problem) {
  double largest = 0;
  for (int face = 0; face < 4; ++face)
    if (problem.sides[face] == FlowSide::wall) {
      double const rate = Kokkos::abs(problem.wall_speed[face]) / problem.grid.spacing[1 - face / 2];
      if (rate > largest) largest = rate;
    }
  return largest;
}

namespace detail {

/// |u| / hx + |v| / hy at a node; psi is padded.
template <class T, class MemorySpace>
struct CourantRate {
  NodeView<T const, 2, MemorySpace> psi;
  T hx, hy;

  KOKKOS_FUNCTION void operator()(Index number, double& largest) const {
    Index const n1 = static_cast<Index>(psi.extent(1)) - 2, i = number / n1 + 1, j = number % n1 + 1;
    double const rate = static_cast<double>(
        (Kokkos::abs(psi(i + 1, j) - psi(i - 1, j)) + Kokkos::abs(psi(i, j + 1) - psi(i, j - 1))) /
        (2 * hx * hy));
    if (rate > largest) largest = rate;
  }
};

template <class T>
struct LargestChange {
  T const *one, *other;
  KOKKOS_FUNCTION void operator()(Index i, double& largest) const {
    double const change = static_cast<double>(Kokkos::abs(one[i] - other[i]));
    if (change > largest) largest = change;
  }
};

} // namespace detail
} // namespace tessera
