// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace tessera::detail {

/// The mixer of splitmix64: bits that look random, one to one.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

} // namespace tessera::detail
