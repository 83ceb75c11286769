// SPDX-License-Identifier: Apache-2.0
// Smoother: the red-black smoothing on the grids of multigrid.
#pragma once

#include <tessera/equation/poisson.hpp>

namespace tessera::detail {

/// Half a Gauss-Seidel iteration for K = diagonal - M, with the colours of RedBlack and omega = 1: nodes of a
/// colour take factor (M u + rhs). `body` marks unchanged nodes. If `factor` is given, it is 0 at such nodes
/// instead, and the reciprocal of the diagonal at the others.
template <class T, int D, class MemorySpace>
struct Smoother {
  static constexpr auto reads = star<D>(1);
  Jacobi<T, D, MemorySpace> jacobi;
  NodeView<std::uint8_t const, D, MemorySpace> body;
  NodeView<T const, D, MemorySpace> factor;
  int first;            ///< 1 swaps the colours
  Extents<D> halo = {}; ///< nodes that body and factor hold before the grid's first one along each axis

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    Index colour = at.step() + first;
    for (int d = 0; d < D; ++d) colour += at.index(d);
    T relaxed = jacobi(u, at);
    if (factor.data() != nullptr) relaxed *= value(factor, at);
    bool const unchanged = (colour & 1) != 0 || (body.data() != nullptr && value(body, at) != 0);
    return unchanged ? u.here() : relaxed;
  }

private:
  template <class View, class At>
  KOKKOS_FORCEINLINE_FUNCTION auto value(View const& view, At const& at) const {
    auto const i = [&](int d) { return at.local_index(d) + halo[d]; };
    if constexpr (D == 2) return view(i(0), i(1));
    if constexpr (D == 3) return view(i(0), i(1), i(2));
  }
};

/// factor = 0 at marked nodes, 1 / diagonal at the others.
template <class T>
struct SmootherFactor {
  std::uint8_t const* mark;
  T const* diagonal;
  T* factor;
  KOKKOS_FUNCTION void operator()(Index number) const {
    factor[number] = mark[number] ? T(0) : T(1) / diagonal[number];
  }
};

} // namespace tessera::detail
