// SPDX-License-Identifier: Apache-2.0
// A row of a sum of derivatives on a host core, of which all terms of a vector of nodes are made together:
// beyond the caches the rows that they read need not be loaded again. Whole vectors overlap where the row is
// no multiple of them:
//
//      |. . . .|. . . .|. . . .|. . . .|     cache lines of the result
//       1 1 1 1                              the first vector begins where the row does,
//              2 2 2 2 3 3 3 3               the others where cache lines do,
//                           4 4 4 4          the last one ends where the row does
//
// Nodes of two vectors get the same value twice. What the first and the last vector read beyond the ends of a
// periodic row is gathered. Those of a bounded row, rows of which a term is one-sided, and short rows are
// made term by term.
#pragma once

#include <tessera/core/array_of.hpp>
#include <tessera/core/lines_of_row.hpp>
#include <tessera/operator/detail/line_row_host.hpp>

namespace tessera::detail {

template <class T, int R, Terms terms_are, int Count>
class LineRowVectors {
  using Row = LineRow<T, R, terms_are, Count>;
  static constexpr bool apart = terms_are == Terms::apart, own_fields = terms_are == Terms::of_own_fields;
  static constexpr int results = Row::results;
  static constexpr Index vector = values_in_line<T>, around_end = vector + 2 * R;
  static_assert(R <= vector);

public:
  /// Makes a local copy of all lines: no store can alias them, so that weights stay in registers.
  explicit LineRowVectors(LineSum<T, R> const& sum)
      : lines_(array_of<Count>([&](int t) { return sum.term[t].line; })) {
    for (int t = 0; t < Count; ++t)
      if (sum.term[t].axis == 0) along_ = t;
  }

  /// Updates the nodes [x0, x1) of a row, and prefetches what a later one reads and writes.
  TESSERA_ALWAYS_INLINE void update(Row const& row, Row const& later, Index x0, Index x1) const {
    auto const& sum = row.sum;
    bool one_sided = false;
    for (int t = 0; t < Count; ++t) one_sided |= row.one_sided(sum.term[t]);
    if (one_sided || x1 - x0 < vector + 2 * R) {
      update_by_term(row, x0, x1);
      return;
    }
    RowsOfTerm<T, R> from[Count];
    for (int t = 0; t < Count; ++t) from[t] = row.rows_of(sum.term[t]);
    T* to[results];
    for (int r = 0; r < results; ++r) to[r] = sum.term[r].out.row(row.y, row.z);
    LinesOfRow<T> const lines_of_result{to[0]};
    T const *read[Count], *written[results];
    first_uses(later, read, written);

    // Whole vectors from x on, until the nodes before `end` are done. The last one begins at `last` at most.
    auto const vectors = [&](Index x, Index end, Index last) TESSERA_ALWAYS_INLINE {
      for (Index const first = x, second = lines_of_result.begin(x + 1); x < end;
           x = x + vector >= end ? end : min(last, x == first ? second : x + vector)) {
        constexpr int reading = 0, writing = 1, second_cache = 2;
        for (int t = own_fields ? 0 : Count - 1; t < Count; ++t)
          __builtin_prefetch(read[t] + x, reading, second_cache);
        for (int r = 0; r < results; ++r) __builtin_prefetch(written[r] + x, writing, second_cache);
        simd_for<T>(x, x + vector, [&](Index i) TESSERA_ALWAYS_INLINE {
          put(to, i, [&](int t) TESSERA_ALWAYS_INLINE { return from[t].derivative(lines_[t], i); });
        });
      }
    };
    // One piece of code makes the lower end of the row, what is between the ends, and the upper end.
    bool const lower = along_ >= 0 && x0 == 0, upper = along_ >= 0 && x1 == sum.nodes[0];
    bool const bounded = along_ >= 0 && sum.term[along_].line.period == 0;
    bool const part[3] = {lower && !bounded, true, upper && !bounded};
    // The ends' values are gathered before any vector: to load what was only just stored would wait for it.
    T around[2][around_end];
    for (int end = 0; end < 2; ++end)
      if (part[2 * end]) gather_end(around[end], sum.term[along_].line, from[along_].row[R], end);
    Index const last = (upper ? x1 - R : x1) - vector;
    Index const begin[3] = {0, lower ? min(min(vector, last), lines_of_result.begin(R)) : x0, x1 - vector};
    Index const end[3] = {vector, upper ? x1 - vector : x1, x1};
    for (int p = 0; p < 3; ++p)
      if (part[p]) {
        if (along_ >= 0) {
          T const* const here = p == 1 ? sum.term[along_].in.row(row.y, row.z) : around[p / 2] + R - begin[p];
          for (int k = -R; k <= R; ++k) from[along_].row[R + k] = here + k;
        }
        vectors(begin[p], end[p], p == 1 ? last : begin[p]);
      }
    if (bounded && lower) update_by_term(row, 0, vector);
    if (bounded && upper) update_by_term(row, x1 - vector, x1);
  }

private:
  /// Stores the terms, each at(t), or their sum, which is added up from the first one on.
  template <class At>
  TESSERA_ALWAYS_INLINE static void put(T* const (&to)[results], Index x, At const& at) {
    T all = at(0);
    if constexpr (apart) to[0][x] = all;
    TESSERA_UNROLL
    for (int t = 1; t < Count; ++t)
      if constexpr (apart)
        to[t][x] = at(t);
      else
        all = all + at(t);
    if constexpr (!apart) to[0][x] = all;
  }

  /// Makes nodes term by term: few of them, so that there is one copy of this code.
  [[gnu::noinline]] static void update_by_term(Row const& row, Index x0, Index x1) {
    row.update_by_term(x0, x1);
  }

  /// The rows that this row is the first one to read or write in a march along the slow axis. Terms of one
  /// field share the last one.
  static void first_uses(Row const& row, T const* (&read)[Count], T const* (&written)[results]) {
    auto const& sum = row.sum;
    int farthest = 0;
    for (int t = 0; t < Count; ++t) {
      auto const& term = sum.term[t];
      if (term.axis > sum.term[farthest].axis) farthest = t;
      read[t] = term.in.row(min(row.y + (term.axis == 1 ? R : 0), sum.nodes[1] - 1),
                            min(row.z + (term.axis == 2 ? R : 0), sum.nodes[2] - 1));
    }
    if (!own_fields) read[Count - 1] = read[farthest];
    for (int r = 0; r < results; ++r) written[r] = sum.term[r].out.row(row.y, row.z);
  }

  /// The values around the vector of nodes at an end of a row, R on each side; those beyond the end are a
  /// period away.
  TESSERA_ALWAYS_INLINE static void gather_end(T (&around)[around_end], Line<T, R> const& line, T const* row,
                                               bool upper) {
    constexpr Index near = vector + R;
    T const* const inside = upper ? row + (line.nodes - near) : row;
    T const* const beyond = upper ? row + (line.nodes - line.period) : row + (line.period - R);
    for (Index k = 0; k < near; ++k) around[upper ? k : R + k] = inside[k];
    for (Index k = 0; k < R; ++k) around[upper ? near + k : k] = beyond[k];
  }

  std::array<Line<T, R>, Count> lines_;
  int along_ = -1; // the term along the row, if there is one
};

} // namespace tessera::detail
