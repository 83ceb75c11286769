// SPDX-License-Identifier: Apache-2.0
// Cache sizes of the host, from sysconf.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unistd.h>

namespace tessera::detail {

/// What sysconf says under this name, or else `otherwise`.
inline std::size_t cache_bytes(int name, std::size_t otherwise) {
  long const said = sysconf(name);
  return said > 0 ? static_cast<std::size_t>(said) : otherwise;
}

#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
inline constexpr int second_cache = _SC_LEVEL2_CACHE_SIZE, last_cache = _SC_LEVEL3_CACHE_SIZE;
#else
inline constexpr int second_cache = -1, last_cache = -1; // no such names: the sizes are unknown
#endif

/// Bytes of the second cache, which each host core has for itself; 1 MiB if the system does not say. Tests
/// write a smaller size here, so that small grids do not fit either.
inline std::size_t& second_cache_size() {
  static std::size_t bytes = cache_bytes(second_cache, std::size_t{1} << 20);
  return bytes;
}
inline std::size_t second_cache_bytes() { return second_cache_size(); }

/// Whether the size that the system gives for the last cache is a sum of several caches, of which a core
/// fills only the one of its own core complex.
inline bool last_cache_is_sum() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_is("amd");
#else
  return false;
#endif
}

/// What the system says of the last cache; 32 MiB if it does not. Tests write a smaller size here, too.
inline std::size_t& last_cache_size() {
  static std::size_t bytes = cache_bytes(last_cache, std::size_t{32} << 20);
  return bytes;
}

/// Bytes of the last cache that this number of host cores can count on, while other cores use it as well. An
/// EPYC's 512 MiB, for example, are 16 caches of 32 MiB for 8 cores each; 2 cores were measured to fill 16
/// MiB (docs/notes/non-temporal-stores.md).
inline std::size_t last_cache_bytes(int cores) {
  constexpr std::size_t of_core = std::size_t{8} << 20;
  std::size_t const bytes = last_cache_size();
  return last_cache_is_sum() ? std::min(bytes, of_core * static_cast<std::size_t>(cores)) : bytes;
}

/// Bytes of which a sweep by this number of host cores still finds the most in the last cache when it goes
/// through them again, whatever others fill it with: the caches of their core complexes where the system
/// gives a sum, 32 MiB for up to 8 cores of an EPYC, otherwise a sixth (docs/notes/temporal-on-a-cpu.md).
inline std::size_t bytes_found_in_last_cache(int cores) {
  constexpr int cores_of_complex = 8;
  constexpr std::size_t of_complex = std::size_t{32} << 20;
  if (!last_cache_is_sum()) return last_cache_bytes(cores) / 6;
  auto const complexes = static_cast<std::size_t>((cores + cores_of_complex - 1) / cores_of_complex);
  return std::min(last_cache_size(), complexes * of_complex);
}

} // namespace tessera::detail
