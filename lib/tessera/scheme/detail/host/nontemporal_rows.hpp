// SPDX-License-Identifier: Apache-2.0
// One step in 2D on a host core, for a field that is larger than the caches: results go to memory by
// non-temporal stores. A few rows are updated together, a piece of each at a time:
//
//      row 0   1 1 1 1 5 5 5 5 .         numbers: the order of the pieces' vectors
//      row 1   2 2 2 2 6 6 6 6 .
//      row 2   3 3 3 3 7 7 7 7 .
//      row 3   4 4 4 4 8 8 8 8 .
//
// A line of the field is read for its own row and for the rows above and below. Rows that are updated
// together read it from the first cache. Row after row, each would read it from the second cache again, and
// loads from memory would wait behind that (docs/notes/non-temporal-stores.md).
#pragma once

#include <tessera/core/array_of.hpp>
#include <tessera/core/caches.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/prefetch_rows.hpp>
#include <tessera/scheme/detail/host/row_formula.hpp>
#include <tessera/scheme/detail/host/row_vectors.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

namespace tessera::detail {

/// Whether rows in memory are updated by row vectors. In volumes this gains nothing: their rows are shorter
/// than those of planes, and an update reads more of them.
template <class Rules>
inline constexpr bool vectors_in_memory =
    Rules::dimension == 2 && fits_row_vectors<Rules> && !asks_each_node<Rules> && Rules::radius <= 4;

/// Whether sweeps by these rules ever use non-temporal stores. With two levels they do not: the new level
/// overwrites the older one, whose cache lines have been read anyway.
template <class Rules>
inline constexpr bool may_store_nontemporal = vectors_in_memory<Rules> && !Rules::two_levels;

/// Whether non-temporal stores come into question (store_trial.hpp), which depends on the size of the field.
/// If two levels exceed the last cache, what a sweep writes has left it before the next sweep reads it; and a
/// line that is written whole need not be fetched first.
/// \param cores number of cores that sweep
template <class Rules>
bool stores_nontemporal(Rules const& rules, int cores) {
  if constexpr (may_store_nontemporal<Rules>) {
    auto const bytes =
        static_cast<std::size_t>(rules.domain.whole().size()) * sizeof(typename Rules::value_type);
    return 2 * bytes > last_cache_bytes(cores);
  } else {
    return false;
  }
}

/// Rows that are updated together. With AVX2, several were slower than one.
inline constexpr int rows_together = vectors_shift ? 4 : 1;

/// Updates a few neighbouring rows by non-temporal stores, as far as their nodes follow the formula and fill
/// whole cache lines. InteriorRow updates the rest of the rows.
template <class Rules>
struct NontemporalRows {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static_assert(may_store_nontemporal<Rules>);
  static constexpr Index line = values_in_line<T>, page = 4096 / static_cast<Index>(sizeof(T));
  /// Nodes of a piece. Rows that are updated together start a piece once; rows that are updated one after the
  /// other start it each, so their pieces are longer.
  static constexpr Index piece_together = 2 * line, piece_apart = 8 * line;

  Levels<T> const& levels;
  Box3 const& core;
  Index y, step; // y: of the first of these rows

  TESSERA_FLATTEN [[gnu::noinline]] void update(Rules const& rules) const {
    Index const rows = min(rows_together, core.upper[1] - y);
    RunOfRow whole[rows_together];
    Index longest = 0;
    for (Index k = 0; k < rows; ++k) {
      LinesOfRow<T> const lines{levels.out.at(0, y + k, 0)};
      auto const [begin, end] = interior_run(rules, {core.lower[0], core.upper[0]}, y + k, 0);
      Index const first = min(end, lines.begin(begin));
      whole[k] = {first, lines.whole_until(first, end)};
      longest = max(longest, whole[k].end - first);
    }
    // If rows lie a whole number of cache lines apart, their pieces have the same columns, and what several
    // rows read is loaded once, provided that registers can hold it.
    bool alike = R <= 2 && rows == rows_together;
    for (Index k = 1; k < rows; ++k)
      alike &= whole[k].begin == whole[0].begin && whole[k].end == whole[0].end;
    Index const piece = alike ? piece_together : piece_apart;
    for (Index at = 0; at < longest; at += piece) {
      auto const piece_of = [&](RunOfRow const& row) -> RunOfRow {
        return {row.begin + at, min(row.end, row.begin + at + piece)};
      };
      if (at % page == 0)
        for (Index k = 0; k < rows; ++k) prefetch_page(y + k, whole[k].begin + at);
      if (alike)
        update_piece<(R <= 2 ? rows_together : 1)>(rules, y, piece_of(whole[0]));
      else
        for (Index k = 0; k < rows; ++k) update_piece<1>(rules, y + k, piece_of(whole[k]));
    }
  }

private:
  /// Prefetches from the next page of the result. A non-temporal store would have to wait for the translation
  /// of its address.
  void prefetch_page(Index row, Index x) const {
    constexpr int writing = 1;
    __builtin_prefetch(levels.out.at(x + page, row, 0), writing);
  }

  template <int Count>
  TESSERA_ALWAYS_INLINE void update_piece(Rules const& rules, Index row, RunOfRow const& columns) const {
    auto const [begin, end] = columns;
    auto const from = rows_of_plane<Rules, Count>(levels.in, row);
    // The sweep is as fast as lines of the newest rows arrive, and the hardware prefetches them too late.
    for (int k = 0; k < Count; ++k)
      for (Index x = begin; x < end; x += line)
        __builtin_prefetch(from.in_plane[k + 2 * R] + x + 2048 / static_cast<Index>(sizeof(T)));
    T* to[Count];
    for (int k = 0; k < Count; ++k) to[k] = levels.out.at(0, row + k, 0);
    auto const formulas = array_of<Count>(
        [&](int k) { return RowFormula<Rules>(rules, row + k, 0, levels.in.at(0, row + k, 0)); });
    update_vectors<Rules>(
        from, to, begin, end,
        [&](int k, auto const& source, Index x)
            TESSERA_ALWAYS_INLINE { return formulas[k](source, x, row + k, 0, step); },
        true);
  }
};

} // namespace tessera::detail
