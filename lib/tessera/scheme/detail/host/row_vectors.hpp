// SPDX-License-Identifier: Apache-2.0
// The update of several neighbouring rows of a star on a host core, one vector at a time; what several rows
// read is loaded once. If one instruction makes a vector out of two (AVX-512), memory is read only where
// vectors begin, and neighbouring columns are shifted out of two adjacent vectors:
//
//      row -1            . . . .            as they lie
//      row  0    . . . w|h h h h|e . . .    west of h h h h: w h h h out of two vectors, no load between them
//      row  1            . . . .
//
// A load that crosses a cache line takes as long as two loads, and for each load that does not cross there
// would be 2R that do. With AVX2, whose vectors are shorter, a shift takes two instructions or more and only
// every second load crosses a line: so neighbouring columns are loaded (docs/notes/shifted-vectors.md).
#pragma once

#include <tessera/core/array_of.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/vector.hpp>

namespace tessera::detail {

/// The rows that are read to update `Count` neighbouring rows, each given by its first value.
template <class Rules, int Count>
struct RowsOfStar {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  T const* in_plane[Count + 2 * R];    // in the plane of the rows: R before the first, R after the last
  T const* out_of_plane[Count][2 * R]; // in a volume, for each row: in the planes -R to -1 and 1 to R
};

/// The rows of a plane in memory that are read to update the rows from y on.
template <class Rules, int Count, class Level>
TESSERA_ALWAYS_INLINE inline RowsOfStar<Rules, Count> rows_of_plane(Level const& in, Index y) {
  static_assert(Rules::dimension == 2);
  RowsOfStar<Rules, Count> rows;
  for (int n = 0; n < Count + 2 * Rules::radius; ++n) rows.in_plane[n] = in.at(0, y + n - Rules::radius, 0);
  return rows;
}

/// Whether rows can be updated in this way. The formula must not ask whether a node is frozen.
template <class Rules>
inline constexpr bool fits_row_vectors =
    Rules::star&& Rules::dimension > 1 &&
    Rules::radius <= values_in_line<typename Rules::value_type>&& fits_vectors<typename Rules::value_type>;

#if TESSERA_HOST_VECTORS

/// The vector at x of a row and the vectors some columns to the left and right of it. x advances vector by
/// vector.
template <class T, bool shifts = vectors_shift>
class ColumnsOfRow {
  using Vector = HostVector<T>;
  using Type = typename Vector::type;

public:
  TESSERA_ALWAYS_INLINE ColumnsOfRow(T const* row, Index begin)
      : row_(row), here_(Vector::load(row + begin - Vector::size)), after_(Vector::load(row + begin)) {}
  TESSERA_ALWAYS_INLINE void go_to(Index x) {
    before_ = here_;
    here_ = after_;
    after_ = Vector::load(row_ + x + Vector::size);
  }
  template <int offset>
  TESSERA_ALWAYS_INLINE Type shifted(Index) const {
    return Vector::template shifted<offset>(before_, here_, after_);
  }

private:
  T const* row_;
  Type before_, here_, after_;
};

template <class T>
class ColumnsOfRow<T, false> {
  using Vector = HostVector<T>;

public:
  TESSERA_ALWAYS_INLINE ColumnsOfRow(T const* row, Index) : row_(row) {}
  TESSERA_ALWAYS_INLINE void go_to(Index) {}
  template <int offset>
  TESSERA_ALWAYS_INLINE typename Vector::type shifted(Index x) const {
    return Vector::load(row_ + x + offset);
  }

private:
  T const* row_;
};

/// What a vector of nodes in each of `Count` rows reads. These are arrays, so that a formula of single values
/// can index them; each becomes a vector register once the loop over a vector's nodes is vectorised.
template <class Rules, int Count>
struct StarVectors {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  using Lanes = T[HostVector<T>::size];
  alignas(64) Lanes in_row[Count][2 * R + 1];
  alignas(64) Lanes in_plane[Count + 2 * R];
  alignas(64) Lanes out_of_plane[Count][2 * R];

  /// The Source of one node.
  struct Reads {
    StarVectors const& values;
    int row;
    Index lane;
    TESSERA_ALWAYS_INLINE T operator()(int ox, int oy, int oz) const {
      if (ox != 0) return values.in_row[row][R + ox][lane];
      if (oy != 0) return values.in_plane[row + R + oy][lane];
      if constexpr (Rules::dimension == 3)
        if (oz != 0) return values.out_of_plane[row][oz < 0 ? R + oz : R + oz - 1][lane];
      return values.in_row[row][R][lane];
    }
  };
};

/// Calls body(n) for n from 0 to N - 1. Each call has code of its own in which n is known, so that arrays
/// indexed by n can live in registers.
template <int N, class Body>
TESSERA_ALWAYS_INLINE inline void unrolled(Body const& body) {
  [&]<int... I>(std::integer_sequence<int, I...>) TESSERA_ALWAYS_INLINE { (body(I), ...); }
  (std::make_integer_sequence<int, N>{});
}

/// Stores to[k][x] = value(k, source, x) for the nodes [begin, end) of the rows, which are whole vectors. One
/// more vector before and one after them must be readable. `nontemporal` selects non-temporal stores; the
/// result then has to begin where a cache line does.
template <class Rules, int Count, class Value>
TESSERA_ALWAYS_INLINE inline void update_vectors(RowsOfStar<Rules, Count> const& from,
                                                 typename Rules::value_type* const (&to)[Count], Index begin,
                                                 Index end, Value const& value, bool nontemporal = false) {
  if (begin >= end) return;
  using T = typename Rules::value_type;
  using Vector = HostVector<T>;
  constexpr int R = Rules::radius;

  auto columns = array_of<Count>(
      [&](int k) TESSERA_ALWAYS_INLINE { return ColumnsOfRow<T>(from.in_plane[R + k], begin); });
  for (Index x = begin; x < end; x += Vector::size) {
    StarVectors<Rules, Count> values;
    unrolled<Count>([&](int k) TESSERA_ALWAYS_INLINE {
      columns[k].go_to(x);
      Vector::store(values.in_plane[R + k], columns[k].template shifted<0>(x));
    });
    unrolled<R>([&](int n) TESSERA_ALWAYS_INLINE {
      Vector::store(values.in_plane[n], Vector::load(from.in_plane[n] + x));
      Vector::store(values.in_plane[Count + R + n], Vector::load(from.in_plane[Count + R + n] + x));
    });
    unrolled<Count>([&](int k) TESSERA_ALWAYS_INLINE {
      [&]<int... O>(std::integer_sequence<int, O...>) TESSERA_ALWAYS_INLINE {
        (Vector::store(values.in_row[k][O], columns[k].template shifted<O - R>(x)), ...);
      }
      (std::make_integer_sequence<int, 2 * R + 1>{});
      if constexpr (Rules::dimension == 3)
        unrolled<2 * R>([&](int n) TESSERA_ALWAYS_INLINE {
          Vector::store(values.out_of_plane[k][n], Vector::load(from.out_of_plane[k][n] + x));
        });
      alignas(64) T result[Vector::size];
      simd_for<T>(0, Vector::size, [&](Index lane) TESSERA_ALWAYS_INLINE {
        result[lane] = value(k, typename StarVectors<Rules, Count>::Reads{values, k, lane}, x + lane);
      });
      if (nontemporal)
        Vector::store_nontemporal(to[k] + x, Vector::load(result));
      else
        Vector::store(to[k] + x, Vector::load(result));
    });
  }
}

#else

template <class Rules, int Count, class Value>
void update_vectors(RowsOfStar<Rules, Count> const&, typename Rules::value_type* const (&)[Count], Index,
                    Index, Value const&, bool = false);

#endif

} // namespace tessera::detail
