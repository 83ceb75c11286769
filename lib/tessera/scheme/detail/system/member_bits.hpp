// SPDX-License-Identifier: Apache-2.0
// Sets of a system's members, which are known at compile time: a bit for each member.
#pragma once

#include <tessera/core/compiler.hpp>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Macros.hpp>

namespace tessera::detail {

KOKKOS_FORCEINLINE_FUNCTION constexpr bool has_member(unsigned members, int m) {
  return (members >> m & 1u) != 0;
}

/// The number of a member among those of a set.
KOKKOS_FORCEINLINE_FUNCTION constexpr int number_among(unsigned members, int m) {
  return Kokkos::popcount(members & ((1u << m) - 1));
}

/// The number of a member, known at compile time.
template <int M>
struct MemberNumber {
  static constexpr int number = M;
};

/// Calls body(MemberNumber<m>{}) for every member of a set.
TESSERA_CALLS_ANY_BODY
template <unsigned bits, int Count, class Body, int M = 0>
KOKKOS_FORCEINLINE_FUNCTION constexpr void for_members(Body const& body) {
  if constexpr (M < Count) {
    if constexpr (has_member(bits, M)) body(MemberNumber<M>{});
    for_members<bits, Count, Body, M + 1>(body);
  }
}

} // namespace tessera::detail
