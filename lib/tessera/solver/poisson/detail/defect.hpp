// SPDX-License-Identifier: Apache-2.0
// Defect: the change that a Jacobi iteration would still make, which is the residual divided by the
// operator's diagonal.
#pragma once

#include <tessera/equation/poisson.hpp>
#include <tessera/solver/poisson/detail/rows.hpp>
#include <tessera/solver/poisson/ends.hpp>

namespace tessera::detail {

/// The node that stands for the one beyond an end of an axis of n nodes.
inline Index node_beyond(PoissonEnd end, bool upper, Index n) {
  switch (end) {
  case PoissonEnd::periodic:
    return upper ? 0 : n - 1;
  case PoissonEnd::mirrored:
    return upper ? n - 2 : 1;
  default: // half mirrored; never called for a fixed face
    return upper ? n - 1 : 0;
  }
}

/// out = sign (rhs_weight rhs + M x - diagonal x) at nodes that are sought, 0 at those that are known; M is
/// the Jacobi iteration without right side. Pointers refer to node 0 of arrays in the order of a NodeView.
template <class T, int D>
struct Defect {
  Index3 nodes;
  T weight[3];     // of neighbours per axis, in the axes of padded_nodes
  Index beyond[6]; // for each face, the node that stands for the one beyond it
  T const* x;
  T const* rhs; // null: no right side
  T rhs_weight, sign;
  T const* diagonal; // null: 1
  std::uint8_t const* known;
  T* out;

  /// The node that stands for the neighbour of node i along an axis. It is found by selecting values: with a
  /// branch for each kind of end, compilers for devices would make code for all combinations of six ends.
  KOKKOS_FORCEINLINE_FUNCTION Index neighbour(int axis, Index i, int step) const {
    Index const j = i + step;
    return j < 0 ? beyond[2 * axis] : j >= nodes[axis] ? beyond[2 * axis + 1] : j;
  }

  struct Row {
    Defect const& all;
    Index at;
    T const *here, *lower0, *upper0, *lower1, *upper1;

    KOKKOS_FORCEINLINE_FUNCTION void interior(Index k) const { set(k, k - 1, k + 1); }
    KOKKOS_FORCEINLINE_FUNCTION void operator()(Index k) const {
      set(k, all.neighbour(2, k, -1), all.neighbour(2, k, +1));
    }
    KOKKOS_FORCEINLINE_FUNCTION void set(Index k, Index below, Index above) const {
      T sum = all.rhs == nullptr ? T(0) : all.rhs_weight * all.rhs[at + k];
      sum = Kokkos::fma(all.weight[2], here[below] + here[above], sum);
      sum = Kokkos::fma(all.weight[1], lower1[k] + upper1[k], sum);
      if constexpr (D == 3) sum = Kokkos::fma(all.weight[0], lower0[k] + upper0[k], sum);
      T const own = all.diagonal == nullptr ? here[k] : all.diagonal[at + k] * here[k];
      all.out[at + k] = all.known[at + k] ? T(0) : all.sign * (sum - own);
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION T const* row_of(Index i, Index j) const {
    return x + (i * nodes[1] + j) * nodes[2];
  }
  KOKKOS_FORCEINLINE_FUNCTION Row row(Index i, Index j) const {
    return {*this,
            (i * nodes[1] + j) * nodes[2],
            row_of(i, j),
            D == 3 ? row_of(neighbour(0, i, -1), j) : nullptr,
            D == 3 ? row_of(neighbour(0, i, +1), j) : nullptr,
            row_of(i, neighbour(1, j, -1)),
            row_of(i, neighbour(1, j, +1))};
  }
};

} // namespace tessera::detail
