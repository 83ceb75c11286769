// SPDX-License-Identifier: Apache-2.0
// Where the members of a system lie between sweeps.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/member_bits.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// `now` holds their values, `other` is a second level, or null for a
/// member that needs none.
template <class T, int Count>
struct SystemState {
  T* now[Count];
  T* other[Count];
  Index stride_y, stride_z;
  /// Whether all levels are known to hold the nodes whose values never change: earlier sweeps of the same run
  /// wrote them.
  bool holds_constants = false;
  /// Whether an odd number of steps begins, after which all members have to lie where they lie now: a plan
  /// that steps from level to level makes the first of them in place if it can.
  bool first_in_place = false;

  /// What a sweep reads and writes, if it writes these members to their second level.
  KOKKOS_FORCEINLINE_FUNCTION SystemLevels<T, Count> levels(unsigned to_other) const {
    SystemLevels<T, Count> levels{{}, {}, stride_y, stride_z};
    TESSERA_UNROLL
    for (int m = 0; m < Count; ++m) {
      levels.in[m] = now[m];
      levels.out[m] = has_member(to_other, m) ? other[m] : now[m];
    }
    return levels;
  }
  /// Makes the second level of these members the one that holds their values.
  KOKKOS_FORCEINLINE_FUNCTION void turn(unsigned members) {
    TESSERA_UNROLL
    for (int m = 0; m < Count; ++m)
      if (has_member(members, m)) Kokkos::kokkos_swap(now[m], other[m]);
  }
};

} // namespace tessera::detail
