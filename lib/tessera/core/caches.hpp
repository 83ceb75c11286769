// SPDX-License-Identifier: Apache-2.0
// What the system says of a host's caches.
#pragma once

#include <cstddef>
#include <unistd.h>

namespace tessera::detail {

/// What the system says under a name of sysconf's, or else `otherwise`.
inline std::size_t cache_bytes(int name, std::size_t otherwise) {
  long const said = sysconf(name);
  return said > 0 ? static_cast<std::size_t>(said) : otherwise;
}

#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
inline constexpr int second_cache = _SC_LEVEL2_CACHE_SIZE, last_cache = _SC_LEVEL3_CACHE_SIZE;
#else
inline constexpr int second_cache = -1, last_cache = -1; // no name: nothing is said
#endif

/// Bytes of the second cache, which a host core has to itself; 1 MiB where the system does not say.
inline std::size_t second_cache_bytes() {
  static std::size_t const bytes = cache_bytes(second_cache, std::size_t{1} << 20);
  return bytes;
}

/// Bytes of the last cache of a host core, which others share; 32 MiB where the system does not say.
inline std::size_t last_cache_bytes() {
  static std::size_t const bytes = cache_bytes(last_cache, std::size_t{32} << 20);
  return bytes;
}

} // namespace tessera::detail
