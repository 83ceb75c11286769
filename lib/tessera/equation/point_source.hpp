// SPDX-License-Identifier: Apache-2.0
// A force at one node, whose strength changes with time.
#pragma once

#include <tessera/equation/time_table.hpp>

#include <cstdint>
#include <type_traits>

namespace tessera {

namespace detail {

/// The value, or 0 where the condition does not hold, of its bits: of `holds ? value : 0` g++ makes a branch in which the value
/// is computed, because that might trap, and a vector loop has no branches.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T value_where(bool holds, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values are of single or double precision");
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return Kokkos::bit_cast<T>(Kokkos::bit_cast<Bits>(value) & (Bits{0} - static_cast<Bits>(holds)));
}

} // namespace detail

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
    bool here = true;
    for (int d = 0; d < D; ++d) here &= at.index(d) == node[d];
    return sum + detail::value_where(here, weight * static_cast<T>(pulse(at.step())));
  }
  KOKKOS_FUNCTION PointSource halved() const { return {node, weight / 2, pulse}; }
};

} // namespace tessera
