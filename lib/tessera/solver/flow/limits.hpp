// SPDX-License-Identifier: Apache-2.0
// Limits of the time step. With three stages of third order the region of stability reaches 2.51 along the
// negative real axis and 1.73 along the imaginary axis.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/flow/share.hpp>
#include <tessera/solver/flow/sides.hpp>
#include <tessera/solver/flow/step_limits.hpp>

namespace tessera {

/// The longest step that diffusion allows on this grid.
inline double diffusion_limit(Grid<2> const& grid, double viscosity) {
  return diffusion_limit(grid.spacing[0], grid.spacing[1], viscosity);
}

/// The largest |speed| / h of a wall that moves along itself, where h is the spacing along the wall. The
/// fluid on the wall has the wall's speed, even while the fluid next to it is still at rest; the stream
/// function does not show this.
inline double wall_rate(FlowProblem const& problem) {
  return fastest_wall([&](int face) { return problem.sides[face] == FlowSide::wall; }, problem.wall_speed,
                      problem.grid.spacing)
      .rate;
}

namespace detail {

/// |u| / hx + |v| / hy at a node of the part; psi is padded.
template <class T, class MemorySpace>
struct CourantRate {
  FlowPart part;
  NodeView<T const, 2, MemorySpace> psi;
  T hx, hy;

  KOKKOS_FUNCTION void operator()(Index number, double& largest) const {
    auto const node = part.node(number);
    Index const i = node.i + 1, j = node.j + 1;
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
