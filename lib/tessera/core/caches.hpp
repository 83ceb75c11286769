// SPDX-License-Identifier: Apache-2.0
// What the system says of a host's caches.
#pragma once

#include <algorithm>
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

/// Whether the system's last cache is a sum of several, of which a core fills only the one of its own complex.
inline bool last_cache_is_sum() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_is("amd");
#else
  return false;
#endif
}

/// Bytes of the last cache that so many host cores can count on, while other cores use it as well; 32 MiB where the system does not
/// say. An EPYC's 512 MiB are 16 times 32, each of 8 cores: 2 cores filled 16 of them (docs/notes/non-temporal-stores.md).
inline std::size_t last_cache_bytes(int cores) {
  static std::size_t const bytes = cache_bytes(last_cache, std::size_t{32} << 20);
  constexpr std::size_t of_core = std::size_t{8} << 20;
  return last_cache_is_sum() ? std::min(bytes, of_core * static_cast<std::size_t>(cores)) : bytes;
}

} // namespace tessera::detail
