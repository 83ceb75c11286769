// SPDX-License-Identifier: Apache-2.0
// The update of boxes of the field in memory on a host core, row by row, each row a vector loop over raw
// pointers. Direct and Streaming share it.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/even_boxes.hpp>
#include <tessera/scheme/detail/host/gathered_edge.hpp>
#include <tessera/scheme/detail/host/interior_row.hpp>
#include <tessera/scheme/detail/host/interior_rows.hpp>
#include <tessera/scheme/detail/host/nontemporal_rows.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

namespace tessera::detail {

/// Whether a march prefetches what it reads later (TwoRowsAhead): there is no need to where the levels lie in
/// the second caches of the cores that sweep.
template <class Rules>
bool prefetches_rows(Rules const& rules, int cores) {
  auto const bytes =
      static_cast<std::size_t>(rules.domain.whole().size()) * sizeof(typename Rules::value_type);
  return 2 * bytes > second_cache_bytes() * static_cast<std::size_t>(cores);
}

/// Updates the nodes of the boxes [first, last).
template <class Rules>
TESSERA_FLATTEN __attribute__((noinline)) void
update_in_memory(Rules const& rules, Levels<typename Rules::value_type> const& levels, EvenBoxes const& boxes,
                 Index first, Index last, Index step, RowsInMemory how) {
  using T = typename Rules::value_type;
  // A local copy: coefficients stay in registers, since no store can alias them. There is one for all boxes,
  // since a copy counts references to Views, in memory that all cores write.
  Rules const r = rules;
  Rings const rings = rings_of(r.domain);
  GatheredEdge<Rules> const gathered{r, edge_in_memory(levels), step};

  for (Index number = first; number < last; ++number) {
    Box3 const core = boxes.box(number), inside = interior_box(r, core);
    Index const begin = inside.lower[0], end = inside.upper[0];
    constexpr int many = Rules::two_levels ? 1 : neighbouring_rows<Rules>;
    bool const grouped = many > 1 && !how.nontemporal && !(Rules::dimension == 3 && how.ahead) &&
                         end - begin >= values_at_a_time<T>;
    for (Index z = core.lower[2]; z < core.upper[2]; ++z)
      update_plane(r, core, inside, z, step, levels, rings, gathered, [&](Index y, Index y_end) {
        for (Index row = y, next; row < y_end;) {
          bool const together = grouped && row + many <= y_end;
          next = row + (together ? many : 1);
          if constexpr (may_store_nontemporal<Rules>)
            if (how.nontemporal && (row - y) % rows_together == 0)
              NontemporalRows<Rules>{levels, core, row, step}.update(r);
          if constexpr (many > 1)
            if (together)
              InteriorRows<Rules, many>{r, levels, core, row, z, step}.update(begin, end, how.ahead);
          if (!together) InteriorRow<Rules>{r, levels, core, row, z, step}.update(begin, end, how);
          for (; row < next; ++row) keep_frozen(r, begin, end, row, z, levels);
        }
      });
    if constexpr (may_store_nontemporal<Rules>)
      if (how.nontemporal) fence_nontemporal();
    apply_points(r, core, core, step,
                 [to = levels.out](Index x, Index y, Index z) { return to.at(x, y, z); });
  }
}

} // namespace tessera::detail
