// SPDX-License-Identifier: Apache-2.0
// The interior of a row in memory on a host core, in whole vectors and without a loop for what remains of it:
//
//      | . . . .|. . . .|. . . .|. . . .|      cache lines of the result
//        1 1 1 1                               the first vector begins where the row does,
//                2 2 2 2 3 3 3 3               the others where cache lines do, or halves of them,
//                            4 4 4 4           the last one ends where the row does
//
// Nodes of two vectors get the same value twice. A loop over single nodes would take longer than all of a
// short row (docs/notes/small-grids-on-a-cpu.md).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/nontemporal_rows.hpp>
#include <tessera/scheme/detail/host/prefetch_rows.hpp>
#include <tessera/scheme/detail/host/row_formula.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>

#include <algorithm>
#include <type_traits>

namespace tessera::detail {

/// How a sweep goes along rows in memory; the same for all of its rows.
struct RowsInMemory {
  bool nontemporal; // whether NontemporalRows writes whole cache lines first
  bool ahead;       // whether to prefetch what a march reads two rows later
};

/// The nodes of a row that follow the formula.
template <class Rules>
struct InteriorRow {
  using T = typename Rules::value_type;
  static constexpr Index line = values_in_line<T>;
  /// Nodes that are updated at a time. In 1D, where a formula reads one row, there are registers for more of
  /// them.
  static constexpr Index vector = Rules::dimension == 1 ? 2 * line : values_at_a_time<T>;
  /// Whether rows are updated in this way. Bytes and structs are left to the compiler, which may make vectors
  /// of another length. So are rows whose nodes are asked whether they are frozen: a vector loop over few of
  /// the bytes that say so would use short vectors for the values.
  static constexpr bool in_vectors = std::is_floating_point_v<T> && sizeof(T) <= 8 && !asks_each_node<Rules>;

  Rules const& rules;
  Levels<T> const& levels;
  Box3 const& core; // the box that is swept row after row, plane after plane
  Index y, z, step;

  TESSERA_ALWAYS_INLINE void update(Index begin, Index end, RowsInMemory how) const {
    T const* const in = levels.in.at(0, y, z);
    T* const out = levels.out.at(0, y, z);
    T const* const previous = Rules::two_levels ? levels.previous.at(0, y, z) : nullptr;
    RowFormula<Rules> const formula(rules, y, z, in);
    // `old` is where the previous value lies, if the formula reads it. All else is captured by value: a byte
    // that is stored may alias whatever lies in memory.
    auto const value = [=, stride_y = levels.in.stride_y, stride_z = levels.in.stride_z, y = y, z = z,
                        step = step](Index x, T const* old) TESSERA_ALWAYS_INLINE {
      return formula(Rules::with_previous(MemoryReads<T>{in + x, stride_y, stride_z}, [=] { return *old; }),
                     x, y, z, step);
    };
    auto const by_node = [=](Index first, Index stop) TESSERA_ALWAYS_INLINE {
      simd_for<T>(first, stop, [=](Index x) { out[x] = value(x, previous + x); });
    };
    LinesOfRow<T> const lines{out};
    TwoRowsAhead<Rules> const later(rules, levels, core, y, z);
    // With two levels beyond the caches, long rows are faster if all is stored in order: the few single nodes
    // count for little there.
    if (in_vectors && Rules::dimension > 1 && Rules::two_levels && how.ahead && end - begin >= 12 * line) {
      Index const first = lines.begin(begin), whole = lines.whole_until(first, end);
      by_node(begin, first);
      update_middle(first, whole, formula, later, how, by_node);
      by_node(whole, end);
      return;
    }
    if (!in_vectors || end - begin < vector || how.nontemporal) {
      // All of the row, or what NontemporalRows has left of it.
      if (how.ahead && !how.nontemporal)
        for (Index x = begin; x < end; x += line) later.prefetch_line(x);
      Index const first = how.nontemporal || asks_each_node<Rules> ? min(end, lines.begin(begin)) : end;
      Index const runs[2][2] = {{begin, first},
                                {how.nontemporal ? lines.whole_until(first, end) : first, end}};
      for (auto const& run : runs) by_node(run[0], run[1]);
      return;
    }
    if constexpr (in_vectors) {
      Index const last = end - vector;
      // A row of less than two vectors has only the first and the last one.
      Index const second = last - begin < vector ? last : lines.template begin<vector>(begin + 1);
      // The new level may lie where the previous one does. So the first vector is stored last, and what the
      // last one reads of the previous level is kept.
      constexpr bool two = Rules::two_levels;
      alignas(64) T head[two ? vector : 1], old_of_last[two ? vector : 1];
      if constexpr (two) std::copy_n(previous + last, vector, old_of_last);
      for (int k = 0; k < 2; ++k) { // both ends of the row by one piece of code
        Index const x = k == 0 ? begin : last;
        T* const to = two && k == 0 ? head : out + x;
        T const* const old = !two ? nullptr : k == 0 ? previous + x : old_of_last;
        simd_for<T>(0, vector, [=](Index lane) { to[lane] = value(x + lane, old + lane); });
        if (k == 0) update_middle(second, last, formula, later, how, by_node);
      }
      if constexpr (two) std::copy_n(head, vector, out + begin);
    }
  }

private:
  /// Updates nodes from x on, at least up to `last` and less than a vector farther.
  template <class ByNode>
  TESSERA_ALWAYS_INLINE void update_middle(Index x, Index last, RowFormula<Rules> const& formula,
                                           TwoRowsAhead<Rules> const& later, RowsInMemory how,
                                           ByNode const& by_node) const {
    if constexpr (vectors_in_memory<Rules>) { // by what neighbouring nodes share (row_vectors.hpp)
      T* const to[] = {levels.out.at(0, y, z)};
      T const* const previous = Rules::two_levels ? levels.previous.at(0, y, z) : nullptr;
      auto const from = rows_of_plane<Rules, 1>(levels.in, y);
      Index const whole = x + max(0, divide_up(last - x, vector)) * vector;
      for (Index next; x < whole; x = next) {
        next = how.ahead ? min(whole, x + 2 * line) : whole;
        if (how.ahead)
          for (Index at = x; at < next; at += line) later.prefetch_line(at);
        update_vectors<Rules>(from, to, x, next, [&](int, auto const& source, Index i) TESSERA_ALWAYS_INLINE {
          return formula(Rules::with_previous(source, [&] { return previous[i]; }), i, y, z, step);
        });
      }
    } else {
      for (; x < last; x += vector) {
        if (how.ahead && x % line < vector) later.prefetch_line(x);
        by_node(x, x + vector); // the compiler knows the length: no loop is left
      }
    }
  }
};

} // namespace tessera::detail
