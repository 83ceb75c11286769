// SPDX-License-Identifier: Apache-2.0
// The update of a box of the field in memory on a host core, row by row, each row a vector loop over raw
// pointers. Direct and Streaming share it.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/nontemporal_rows.hpp>
#include <tessera/scheme/detail/host/prefetch_rows.hpp>
#include <tessera/scheme/detail/host/row_formula.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/points.hpp>

namespace tessera::detail {

/// The whole vectors of a row, for update_row. NontemporalRows has already written them if `nontemporal` is
/// set.
template <class Rules, class Lines, class Formula>
struct VectorsOfRow : Lines {
  using T = typename Rules::value_type;
  Levels<T> const& levels;
  Formula const& formula;
  Index y, z, step;
  bool nontemporal; // whether whole vectors have been written already

  /// Updates whole vectors from x on, where a cache line of the result begins. Returns where it stopped, less
  /// than a vector before the end.
  TESSERA_ALWAYS_INLINE Index update_vectors_from(Index x, Index end) const {
    constexpr Index vector = values_in_line<T>;
    Index const whole = this->whole_until(x, end);
    if (nontemporal) return whole;
    auto const from = rows_of_plane<Rules, 1>(levels.in, y);
    T* const to[] = {levels.out.at(0, y, z)};
    T const* const previous = Rules::two_levels ? levels.previous.at(0, y, z) : nullptr;
    auto const vectors = [&](Index first, Index stop) TESSERA_ALWAYS_INLINE {
      update_vectors<Rules>(
          from, to, first, stop, [&](int, auto const& source, Index i) TESSERA_ALWAYS_INLINE {
            return formula(Rules::with_previous(source, [&] { return previous[i]; }), i, y, z, step);
          });
    };
    if constexpr (requires { Lines::piece; })
      for (Index next; x < whole; x = next) {
        next = min(whole, x + 2 * vector);
        for (Index line = x; line < next; line += vector) this->prefetch_line(line);
        vectors(x, next);
      }
    else
      vectors(x, whole);
    return whole;
  }
};

/// Updates the nodes of `core`. `nontemporal` selects non-temporal stores (nontemporal_rows.hpp). `ahead`
/// turns prefetching on, for a march that reads lines which the hardware does not predict; without it rows
/// follow each other in memory.
template <bool ahead, class Rules>
TESSERA_FLATTEN __attribute__((noinline)) void
update_in_memory(Rules const& rules, Levels<typename Rules::value_type> const& levels, Box3 const& core,
                 Index step, bool nontemporal) {
  using T = typename Rules::value_type;
  Rules const r = rules; // a local copy: coefficients stay in registers, since no store can alias them
  auto const from = levels.in, previous = levels.previous;
  auto const to = levels.out;
  for (Index z = core.lower[2]; z < core.upper[2]; ++z)
    for (Index y = core.lower[1]; y < core.upper[1]; ++y) {
      if constexpr (may_store_nontemporal<Rules>)
        if (nontemporal && (y - core.lower[1]) % rows_together == 0)
          NontemporalRows<Rules>{levels, core, y, step}.update(r);
      RowFormula<Rules> const formula(r, y, z, from.at(0, y, z));
      auto const lines = [&] {
        if constexpr (ahead)
          return TwoRowsAhead<Rules>(r, levels, core, y, z);
        else
          return LinesOfRow<T>{to.at(0, y, z)};
      }();
      auto const vectors = [&] {
        if constexpr (vectors_in_memory<Rules>)
          return VectorsOfRow<Rules, std::remove_const_t<decltype(lines)>, RowFormula<Rules>>{
              lines, levels, formula, y, z, step, nontemporal};
        else
          return lines;
      }();
      update_row(
          r, core.lower[0], core.upper[0], y, z, step, formula,
          [=](Index x, Index, Index) {
            return Rules::with_previous(MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z},
                                        [=] { return *previous.at(x, y, z); });
          },
          [=, &r](Index x, Index, Index) {
            return Rules::with_previous(WrappedReads<T>{r.domain, from, x, y, z},
                                        [=] { return *previous.at(x, y, z); });
          },
          [=](Index x, Index, Index, T value) { *to.at(x, y, z) = value; }, vectors);
    }
  if constexpr (may_store_nontemporal<Rules>)
    if (nontemporal) fence_nontemporal();
  apply_points(r, core, core, step, [=](Index x, Index y, Index z) { return to.at(x, y, z); });
}

} // namespace tessera::detail
