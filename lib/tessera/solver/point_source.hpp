// SPDX-License-Identifier: Apache-2.0
// A force at one node, whose strength changes with time.
#pragma once

#include <tessera/solver/time_table.hpp>

namespace tessera {

/// Adds nothing.
struct NoSource {
  template <class T, class At>
  KOKKOS_FORCEINLINE_FUNCTION T added(T sum, At const&) const {
    return sum;
  }
  KOKKOS_FUNCTION NoSource halved() const { return {}; }
};

/// Adds weight s(t_n) at one node. Part of the formula, so that it is there in every fused step of every scheme;
/// without a branch, so that vector loops stay such.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct PointSource {
  Kokkos::Array<Index, D> node = {};
  T weight = 0;                     ///< 0: no source
  TimeTableView<MemorySpace> pulse; ///< s by level

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T added(T sum, At const& at) const {
    T push = weight * static_cast<T>(pulse(at.step()));
    for (int d = 0; d < D; ++d) push = at.index(d) == node[d] ? push : T(0);
    return sum + push;
  }
  KOKKOS_FUNCTION PointSource halved() const { return {node, weight / 2, pulse}; }
};

} // namespace tessera
