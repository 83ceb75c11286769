// SPDX-License-Identifier: Apache-2.0
// A vector register of a host core, where the compiler may use long ones (TESSERA_HOST_VECTORS). Without them
// rows are left to the compiler's own vectorisation.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>

#if TESSERA_HOST_VECTORS
#include <immintrin.h>
#endif
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// Whether one instruction makes a vector of neighbouring values out of two vectors.
inline constexpr bool vectors_shift = vector_bytes == 64;

/// Whether a core should write row by row what goes beyond its first cache: a Zen 5 is much slower if its
/// stores alternate between several rows (docs/notes/small-grids-on-a-cpu.md). g++ 12 has no macro for a Zen
/// 5, so that it is recognised by two features which no other processor has together.
#if defined(__znver5__) || (defined(__AVX512VP2INTERSECT__) && defined(__AVXVNNI__))
inline constexpr bool stores_row_by_row = true;
#else
inline constexpr bool stores_row_by_row = false;
#endif

template <class T>
inline constexpr bool fits_vectors = vector_bytes > 0 && std::is_floating_point_v<T> && sizeof(T) <= 8;

/// Values that a loop is given at a time if the compiler has to know how many: those of a vector register, or
/// of a cache line where the length of vectors is left to the compiler. Of more than one register at a time
/// g++ keeps neither the values nor their addresses in registers (docs/notes/avx2.md).
template <class T>
inline constexpr Index values_at_a_time = fits_vectors<T> ? Index{values_in_vector<T>} : values_in_line<T>;

/// Calls body(x) for x in [begin, end), in whole vectors if there are enough: the last one ends there, so
/// that body is called for some x twice.
template <class T, class Body>
TESSERA_ALWAYS_INLINE inline void for_values(Index begin, Index end, Body const& body) {
  if constexpr (constexpr Index vector = values_at_a_time<T>; fits_vectors<T>)
    if (end - begin >= vector) {
      for (Index x = begin;; x = min(x + vector, end - vector)) {
        simd_for<T>(x, x + vector, body);
        if (x == end - vector) return;
      }
    }
  simd_for<T>(begin, end, body);
}

#if TESSERA_HOST_VECTORS

template <class T>
struct HostVector {
  static constexpr int size = values_in_vector<T>;
  typedef T type [[gnu::vector_size(vector_bytes)]];
  typedef T anywhere
      [[gnu::vector_size(vector_bytes), gnu::aligned(alignof(T)), gnu::may_alias]]; // at any address

  TESSERA_ALWAYS_INLINE static type load(T const* from) { return *reinterpret_cast<anywhere const*>(from); }
  TESSERA_ALWAYS_INLINE static void store(T* to, type v) { *reinterpret_cast<anywhere*>(to) = v; }

  /// Stores without fetching the cache line that is overwritten. `to` is aligned to the bytes of a vector.
  TESSERA_ALWAYS_INLINE static void store_nontemporal(T* to, type v) {
#if defined(__AVX512F__)
    if constexpr (std::is_same_v<T, float>)
      _mm512_stream_ps(to, v);
    else
      _mm512_stream_pd(to, v);
#else
    if constexpr (std::is_same_v<T, float>)
      _mm256_stream_ps(to, v);
    else
      _mm256_stream_pd(to, v);
#endif
  }

  /// The values `offset` columns from `here`, some of which lie in the vector before or after it.
  template <int offset>
  TESSERA_ALWAYS_INLINE static type shifted(type before, type here, type after) {
    return [&]<int... L>(std::integer_sequence<int, L...>) TESSERA_ALWAYS_INLINE {
      if constexpr (offset < 0)
        return __builtin_shufflevector(before, here, (size + L + offset)...);
      else
        return __builtin_shufflevector(here, after, (L + offset)...);
    }
    (std::make_integer_sequence<int, size>{});
  }
};

/// Orders non-temporal stores before whatever comes next.
inline void fence_nontemporal() { _mm_sfence(); }

#else

inline void fence_nontemporal() {}

#endif

} // namespace tessera::detail
