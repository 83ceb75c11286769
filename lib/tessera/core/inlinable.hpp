// SPDX-License-Identifier: Apache-2.0
// Keeps a user's formula inlinable into the loop over a row.
#pragma once

#include <Kokkos_Core.hpp>

namespace tessera::detail {

#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
template <class Formula, class... Arguments>
struct FormulaAddress {
  [[gnu::used]] static inline auto const address = &Formula::template operator()<Arguments...>;
};
#endif

/// Keeps g++ able to inline a formula that is a template of its arguments' types. Its pass -fipa-sra makes a
/// copy of a long formula with other arguments, and TESSERA_FLATTEN does not inline that copy (seen with g++
/// 12): the loop over a row would call it node by node. A function whose address is taken gets no such copy.
template <class Formula, class... Arguments>
KOKKOS_FORCEINLINE_FUNCTION void keep_inlinable() {
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
  if constexpr (requires { &Formula::template operator()<Arguments...>; })
    static_cast<void>(&FormulaAddress<Formula, Arguments...>::address);
#endif
}

} // namespace tessera::detail
