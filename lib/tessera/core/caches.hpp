// SPDX-License-Identifier: Apache-2.0
// What the system says of a host's caches.
#pragma once

#include <cstddef>
#include <unistd.h>

namespace tessera::detail {

/// Bytes of the second cache, which a host core has to itself; 1 MiB where the system does not say.
inline std::size_t second_cache_bytes() {
#if defined(_SC_LEVEL2_CACHE_SIZE)
  static long const said = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
  constexpr long said = 0;
#endif
  return said > 0 ? static_cast<std::size_t>(said) : std::size_t{1} << 20;
}

/// Bytes of the last cache of a host core, which others share; 32 MiB where the system does not say.
inline std::size_t last_cache_bytes() {
#if defined(_SC_LEVEL3_CACHE_SIZE)
  static long const said = sysconf(_SC_LEVEL3_CACHE_SIZE);
#else
  constexpr long said = 0;
#endif
  return said > 0 ? static_cast<std::size_t>(said) : std::size_t{32} << 20;
}

} // namespace tessera::detail
