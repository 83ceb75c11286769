// SPDX-License-Identifier: Apache-2.0
// Rows of a star side by side on a host core, a vector at a time, where one instruction makes a vector of two. Memory is read
// where vectors begin, once; the columns beside a node are shifted out of the vectors beside it:
//
//      row -1            . . . .            as they lie
//      row  0    . . . w|h h h h|e . . .    west of h h h h: w h h h out of two vectors, no load between them
//      row  1            . . . .
//
// A load that begins between two cache lines takes as long as two, and there are 2R of them beside each that does not.
#pragma once

#include <tessera/core/loop.hpp>

#if defined(__AVX512F__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif
#include <cstring>
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// Rows of a star that are read for `Count` rows side by side, each by its first value.
template <class Rules, int Count>
struct RowsOfStar {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  T const* beside[Count + 2 * R]; // in their plane: R before the first, R after the last
  T const* across[Count][2 * R];  // in a volume: at each row, in the planes -R to -1 and 1 to R
};

#if defined(__AVX512F__) && !defined(__CUDACC__)

/// Whether rows can be updated in this way: by a formula that does not ask whether a node is left alone.
template <class Rules>
inline constexpr bool shifts_columns = [] {
  using T = typename Rules::value_type;
  bool const fits_vectors =
      std::is_floating_point_v<T> && sizeof(T) <= 8 && Rules::radius <= values_in_line<T>;
  return fits_vectors && Rules::star && Rules::dimension > 1;
}();

template <class T>
struct HostVector {
  static constexpr int size = static_cast<int>(values_in_line<T>);
  typedef T type [[gnu::vector_size(64)]];
  typedef T anywhere [[gnu::vector_size(64), gnu::aligned(alignof(T))]]; // at any value in memory

  /// Does not fetch the cache line that it overwrites.
  [[gnu::always_inline]] static void store_passing(T* to, type v) {
    if constexpr (std::is_same_v<T, float>)
      _mm512_stream_ps(to, v);
    else
      _mm512_stream_pd(to, v);
  }

  /// The values `offset` further on than `here`, of which some are in the vector before or after it.
  template <int offset>
  [[gnu::always_inline]] static type shifted(type before, type here, type after) {
    return [&]<int... L>(std::integer_sequence<int, L...>) __attribute__((always_inline)) {
      if constexpr (offset < 0)
        return __builtin_shufflevector(before, here, (size + L + offset)...);
      else
        return __builtin_shufflevector(here, after, (L + offset)...);
    }
    (std::make_integer_sequence<int, size>{});
  }
};

/// What a vector of nodes in each of `Count` rows reads. Arrays, so that a formula of single values finds them; each becomes a
/// vector register where the loop over a vector's nodes does.
template <class Rules, int Count>
struct StarVectors {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  using Lanes = T[values_in_line<T>];
  alignas(64) Lanes along[Count][2 * R + 1];
  alignas(64) Lanes beside[Count + 2 * R];
  alignas(64) Lanes across[Count][2 * R];

  /// Neighbours of one node: a Source.
  struct Reads {
    StarVectors const& values;
    int row;
    Index lane;
    [[gnu::always_inline]] T operator()(int ox, int oy, int oz) const {
      if (ox != 0) return values.along[row][R + ox][lane];
      if (oy != 0) return values.beside[row + R + oy][lane];
      if constexpr (Rules::dimension == 3)
        if (oz != 0) return values.across[row][oz < 0 ? R + oz : R + oz - 1][lane];
      return values.along[row][R][lane];
    }
  };
};

/// Orders what was stored past the caches before whatever comes next.
inline void fence_passing() { _mm_sfence(); }

/// body(n) for n from 0 to N - 1, each with code of its own, in which n is known: what arrays hold can be registers.
template <int N, class Body>
[[gnu::always_inline]] inline void unrolled(Body const& body) {
  [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) { (body(I), ...); }
  (std::make_integer_sequence<int, N>{});
}

/// to[k][x] = value(k, source, x) for the nodes [begin, end) of the rows, which are whole vectors; one more vector before and after
/// them can be read. `passing`: to memory, past the caches; the result then begins where a cache line does.
template <class Rules, int Count, class Value>
[[gnu::always_inline]] inline void update_vectors(RowsOfStar<Rules, Count> const& from,
                                                  typename Rules::value_type* const (&to)[Count], Index begin,
                                                  Index end, Value const& value, bool passing = false) {
  if (begin >= end) return;
  using T = typename Rules::value_type;
  using Vector = HostVector<T>;
  using Type = typename Vector::type;
  constexpr int R = Rules::radius;
  auto const load = [](T const* at) __attribute__((always_inline)) {
    return *reinterpret_cast<typename Vector::anywhere const*>(at);
  };
  auto const put = [](T(&lanes)[Vector::size], Type v) __attribute__((always_inline)) {
    *reinterpret_cast<Type*>(lanes) = v;
  };

  Type before[Count], here[Count];
  unrolled<Count>([&](int k) __attribute__((always_inline)) {
    before[k] = load(from.beside[R + k] + begin - Vector::size);
    here[k] = load(from.beside[R + k] + begin);
  });
  for (Index x = begin; x < end; x += Vector::size) {
    StarVectors<Rules, Count> values;
    unrolled<Count>([&](int k) __attribute__((always_inline)) {
      Type const after = load(from.beside[R + k] + x + Vector::size);
      [&]<int... O>(std::integer_sequence<int, O...>) __attribute__((always_inline)) {
        (put(values.along[k][O], Vector::template shifted<O - R>(before[k], here[k], after)), ...);
      }
      (std::make_integer_sequence<int, 2 * R + 1>{});
      put(values.beside[R + k], here[k]);
      before[k] = here[k];
      here[k] = after;
    });
    unrolled<R>([&](int n) __attribute__((always_inline)) {
      put(values.beside[n], load(from.beside[n] + x));
      put(values.beside[Count + R + n], load(from.beside[Count + R + n] + x));
    });
    if constexpr (Rules::dimension == 3)
      unrolled<2 * R * Count>([&](int n) __attribute__((always_inline)) {
        put(values.across[n / (2 * R)][n % (2 * R)], load(from.across[n / (2 * R)][n % (2 * R)] + x));
      });
    unrolled<Count>([&](int k) __attribute__((always_inline)) {
      alignas(64) T result[Vector::size];
      simd_for(
          0, Vector::size, [&](Index lane) __attribute__((always_inline)) {
            result[lane] = value(k, typename StarVectors<Rules, Count>::Reads{values, k, lane}, x + lane);
          });
      if (passing)
        Vector::store_passing(to[k] + x, *reinterpret_cast<Type const*>(result));
      else
        std::memcpy(to[k] + x, result, sizeof(result));
    });
  }
}

#else

template <class Rules>
inline constexpr bool shifts_columns = false;

inline void fence_passing() {}

template <class Rules, int Count, class Value>
void update_vectors(RowsOfStar<Rules, Count> const&, typename Rules::value_type* const (&)[Count], Index,
                    Index, Value const&, bool = false);

#endif

} // namespace tessera::detail
