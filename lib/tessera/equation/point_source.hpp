// SPDX-License-Identifier: Apache-2.0
// PointSource: a force at one node, whose strength changes with time.
#pragma once

#include <tessera/equation/time_table.hpp>

#include <cstdint>
#include <type_traits>

namespace tessera {

namespace detail {

/// Returns the value if the condition holds, else 0, by masking its bits. For `holds ? value : 0` g++ makes a
/// branch around the computation of the value, since that computation might trap, and a vector loop can't
/// have branches.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T value_where(bool holds, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values are of single or double precision");
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return Kokkos::bit_cast<T>(Kokkos::bit_cast<Bits>(value) & (Bits{0} - static_cast<Bits>(holds)));
}

} // namespace detail

/// The absence of a source: adds nothing.
struct NoSource {
  template <class T, class At>
  KOKKOS_FORCEINLINE_FUNCTION T added(T sum, At const&) const {
    return sum;
  }
  KOKKOS_FUNCTION NoSource halved() const { return {}; }
};

/// Adds weight s(t_n) at one node. The source is a part of the formula, so every fused step of every scheme
/// contains it. It has no branch, so that loops over rows are still vectorised.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct PointSource {
  Kokkos::Array<Index, D> node = {};
  T weight = 0;                     ///< 0: no source
  TimeTableView<MemorySpace> pulse; ///< s by time level

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T added(T sum, At const& at) const {
    bool here = true;
    for (int d = 0; d < D; ++d) here &= at.index(d) == node[d];
    return sum + detail::value_where(here, weight * static_cast<T>(pulse(at.step())));
  }
  KOKKOS_FUNCTION PointSource halved() const { return {node, weight / 2, pulse}; }
};

} // namespace tessera
