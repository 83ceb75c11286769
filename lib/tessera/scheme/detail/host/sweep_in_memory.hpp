// SPDX-License-Identifier: Apache-2.0
// The update of boxes of the field in memory on a host core, row by row, each row a vector loop over raw
// pointers. Direct and Streaming share it.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/gathered_edge.hpp>
#include <tessera/scheme/detail/host/interior_row.hpp>
#include <tessera/scheme/detail/host/interior_rows.hpp>
#include <tessera/scheme/detail/host/nontemporal_rows.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

namespace tessera::detail {

/// The boxes of a sweep, which cover the nodes side by side and are numbered from 0, x fastest. All are of
/// about the same size.
struct BoxesInMemory {
  Index3 nodes, count; // all of the nodes, and boxes, per axis

  Index size() const { return count[0] * count[1] * count[2]; }
  Box3 box(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = nodes[a] * at[a] / count[a];
      box.upper[a] = nodes[a] * (at[a] + 1) / count[a];
    }
    return box;
  }
};

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
update_in_memory(Rules const& rules, Levels<typename Rules::value_type> const& levels,
                 BoxesInMemory const& boxes, Index first, Index last, Index step, RowsInMemory how) {
  using T = typename Rules::value_type;
  // A local copy: coefficients stay in registers, since no store can alias them. There is one for all boxes,
  // since a copy counts references to Views, in memory that all cores write.
  Rules const r = rules;
  auto const from = levels.in, previous = levels.previous;
  auto const to = levels.out;
  auto const interior_reads = [=](Index x, Index y, Index z) {
    return Rules::with_previous(MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z},
                                [=] { return *previous.at(x, y, z); });
  };
  auto const general_reads = [=, &r](Index x, Index y, Index z) {
    return Rules::with_previous(WrappedReads<T>{r.domain, from, x, y, z},
                                [=] { return *previous.at(x, y, z); });
  };
  auto const write = [=](Index x, Index y, Index z, T value) { *to.at(x, y, z) = value; };

  GatheredEdge<Rules> const gathered{r, edge_in_memory(levels), step};
  bool const constants = levels.holds_constants && !checks_bounds;

  for (Index number = first; number < last; ++number) {
    Box3 const core = boxes.box(number), inside = interior_box(r, core);
    Index const begin = inside.lower[0], end = inside.upper[0];
    for (Index z = core.lower[2]; z < core.upper[2]; ++z) {
      // The rows [y, y_end) of this plane follow the formula, apart from their ends.
      bool const formula = z >= inside.lower[2] && z < inside.upper[2] && begin < core.upper[0];
      Index const y = formula ? inside.lower[1] : core.upper[1],
                  y_end = formula ? inside.upper[1] : core.upper[1];
      auto const along_face = [&](Index low, Index high) {
        if (low < high)
          general_rows(r, core.lower[0], core.upper[0], low, high, z, step, general_reads, write, gathered,
                       constants);
      };
      along_face(core.lower[1], y);
      constexpr int many = Rules::two_levels ? 1 : rows_of_box<Rules>;
      bool const grouped =
          many > 1 && !(Rules::dimension == 3 && how.ahead) && end - begin >= values_at_a_time<T>;
      for (Index row = y, next; row < y_end; row = next) {
        bool const together = grouped && row + many <= y_end;
        next = row + (together ? many : 1);
        if constexpr (may_store_nontemporal<Rules>)
          if (how.nontemporal && (row - y) % rows_together == 0)
            NontemporalRows<Rules>{levels, core, row, step}.update(r);
        if constexpr (many > 1)
          if (together)
            InteriorRows<Rules, many>{r, levels, core, row, z, step}.update(begin, end, how.ahead);
        if (!together) InteriorRow<Rules>{r, levels, core, row, z, step}.update(begin, end, how);
        if (r.obstacle.present())
          for (Index k = row; k < next; ++k)
            for (Index x = begin; x < end; ++x)
              if (r.is_frozen({{x, k, z}})) write(x, k, z, interior_reads(x, k, z)(0, 0, 0));
      }
      update_ends(r, core.lower[0], begin, y, y_end, z, step, 0, interior_reads, general_reads, write,
                  gathered, constants);
      update_ends(r, end, core.upper[0], y, y_end, z, step, 1, interior_reads, general_reads, write, gathered,
                  constants);
      along_face(y_end, core.upper[1]);
    }
    if constexpr (may_store_nontemporal<Rules>)
      if (how.nontemporal) fence_nontemporal();
    apply_points(r, core, core, step, [=](Index x, Index y, Index z) { return to.at(x, y, z); });
  }
}

} // namespace tessera::detail
