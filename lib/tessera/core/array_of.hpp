// SPDX-License-Identifier: Apache-2.0
// Arrays of what has no default value.
#pragma once

#include <tessera/core/compiler.hpp>

#include <array>
#include <utility>

namespace tessera::detail {

/// The array of make(0) to make(N - 1).
template <int N, class Make>
TESSERA_ALWAYS_INLINE inline auto array_of(Make const& make) {
  return [&]<int... I>(std::integer_sequence<int, I...>) TESSERA_ALWAYS_INLINE {
    return std::array{make(I)...};
  }
  (std::make_integer_sequence<int, N>{});
}

} // namespace tessera::detail
