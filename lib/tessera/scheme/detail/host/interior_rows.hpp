// SPDX-License-Identifier: Apache-2.0
// The interiors of several neighbouring rows in memory on a host core, which share what they read
// (neighbouring_rows.hpp). As in interior_row.hpp, the first vector begins where the rows do and the last one
// ends there; nodes of two vectors get the same value twice.
#pragma once

#include <tessera/core/array_of.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/neighbouring_rows.hpp>
#include <tessera/scheme/detail/host/prefetch_rows.hpp>
#include <tessera/scheme/detail/host/row_formula.hpp>
#include <tessera/scheme/detail/node/levels.hpp>

namespace tessera::detail {

/// The nodes of `Count` rows that follow the formula.
template <class Rules, int Count>
struct InteriorRows {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr Index line = values_in_line<T>, vector = values_at_a_time<T>;
  static_assert(!Rules::two_levels, "the new level may lie where the previous one does: nodes are made once");

  Rules const& rules;
  Levels<T> const& levels;
  Box3 const& core; // the box that is swept row after row, plane after plane
  Index y, z, step; // y: of the first row

  /// \param ahead whether to prefetch what the next rows read. The rows have a vector of nodes at least.
  TESSERA_ALWAYS_INLINE void update(Index begin, Index end, bool ahead) const {
    auto const from = NeighbouringRows<Rules, Count>::in_memory(levels.in, y, z);
    T* to[Count];
    for (int k = 0; k < Count; ++k) to[k] = levels.out.at(0, y + k, z);
    auto const formulas =
        array_of<Count>([&](int k) { return RowFormula<Rules>(rules, y + k, z, from.row[R + k]); });
    auto const later = array_of<Count>(
        [&](int k) { return TwoRowsAhead<Rules>(rules, levels, core, y + k + Count - 2, z); });
    Index const last = end - vector, second = LinesOfRow<T>{to[0]}.template begin<vector>(begin + 1);
    for (Index x = begin;; x = min(last, x == begin ? second : x + vector)) {
      if (ahead && (x - second) % line == 0)
        for (int k = 0; k < Count; ++k) later[static_cast<std::size_t>(k)].prefetch_line(x);
      from.update(to, x, x + vector, [&](int k, auto const& source, Index i) TESSERA_ALWAYS_INLINE {
        return formulas[static_cast<std::size_t>(k)](source, i, y + k, z, step);
      });
      if (x == last) break;
    }
  }
};

} // namespace tessera::detail
