// SPDX-License-Identifier: Apache-2.0
// The update of a box of the field where it lies, on a host core: row by row, the row a vector loop over raw pointers. One piece
// of code for all schemes that sweep so.
#pragma once

#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/row_formula.hpp>
#include <tessera/scheme/detail/rows_ahead.hpp>
#include <tessera/scheme/detail/update.hpp>

namespace tessera::detail {

/// `ahead`: the march leaves lines behind that the hardware does not foresee, and asks for them. Without it rows come one after
/// the other.
template <bool ahead, class Rules>
[[gnu::flatten]] __attribute__((noinline)) void
update_in_memory(Rules const& rules, Levels<typename Rules::value_type> const& levels, Box3 const& core,
                 Index step) {
  using T = typename Rules::value_type;
  Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
  auto const from = levels.in, before = levels.before;
  auto const to = levels.out;
  for (Index z = core.lower[2]; z < core.upper[2]; ++z)
    for (Index y = core.lower[1]; y < core.upper[1]; ++y) {
      auto const lines = [&] {
        if constexpr (ahead)
          return TwoRowsAhead<Rules>(r, levels, core, y, z);
        else
          return LinesOfRow<T>{to.at(0, y, z)};
      }();
      update_row(
          r, core.lower[0], core.upper[0], y, z, step, RowFormula<Rules>(r, y, z, from.at(0, y, z)),
          [=](Index x, Index, Index) {
            return Rules::with_before(MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z},
                                      [=] { return *before.at(x, y, z); });
          },
          [=, &r](Index x, Index, Index) {
            return Rules::with_before(WrappedReads<T>{r.domain, from, x, y, z},
                                      [=] { return *before.at(x, y, z); });
          },
          [=](Index x, Index, Index, T value) { *to.at(x, y, z) = value; }, lines);
    }
}

} // namespace tessera::detail
