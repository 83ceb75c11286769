// SPDX-License-Identifier: Apache-2.0
// How teams share a line or a plane. All numbers have 32 bits: a member has few nodes to update, so finding
// them has to be quick. Tiles cover the rows in which the formula holds. Rows of frozen nodes have teams of
// their own, which copy them. Tiles reach to faces that extend the field (device/images_at_faces.hpp). Nodes
// near faces of other kinds, and all nodes of a grid smaller than a tile, are in slabs.
#pragma once

#include <tessera/core/divisor.hpp>
#include <tessera/scheme/detail/device/edge_slabs.hpp>
#include <tessera/scheme/detail/device/images_at_faces.hpp>
#include <tessera/scheme/detail/device/interior.hpp>

namespace tessera::detail {

struct PlaneTiles {
  struct Range {
    int begin, end;
    KOKKOS_FORCEINLINE_FUNCTION bool holds(int i) const { return i >= begin && i < end; }
    KOKKOS_FORCEINLINE_FUNCTION int size() const { return end - begin; }
  };

  int lane_bits;                   // a tile is 2^lane_bits packs wide
  int groups;                      // and so many members high
  Divisor count_x;                 // number of tiles along x
  int count_y = 0;                 // number of tiles along y, 0 if there are none
  int copies = 0;                  // number of teams that copy rows
  Range columns, interior_columns; // columns that are stored, and those in which the formula holds
  Range rows;                      // rows in which the formula holds
  Range frozen_rows[2];            // rows that are copied
  Range readable;                  // columns in memory
  int first_x, last_x, last_y;     // starts of tiles
  int period;                      // nodes of a periodic axis along x, 0 if x is not periodic

  /// Members of a team, in whole warps.
  int members() const { return static_cast<int>(round_up(groups << lane_bits, 32)); }
  Index teams() const { return Index{count_x.number()} * count_y + copies; }

  /// The offset from x to the node `offset` further, around a periodic axis. If there is no such node, the
  /// offset leads to another one, whose value is never used.
  KOKKOS_FORCEINLINE_FUNCTION int wrapped_offset(int x, int offset) const {
    int const at = x + offset;
    if (period > 0) return at < 0 ? offset + period : at < period ? offset : offset - period;
    return readable.holds(at) ? offset : 0;
  }
};

/// The tiles and slabs of a sweep. `high` is the number of rows of a member. `whole` says that no tile may
/// begin or end within a pack, `applies` that tiles apply conditions to what they load.
struct PlaneCut {
  PlaneTiles tiles;
  EdgeSlabs slabs;

  template <int C, class Rules>
  static PlaneCut of(Rules const& rules, int high, int most_members, bool whole, bool applies) {
    Domain const& d = rules.domain;
    Interior all = interior_of(rules, Rules::radius);
    ImagesAtFaces<Rules> const images(rules);
    images.template reach_faces<0>(all, applies);
    if constexpr (Rules::dimension > 1) images.template reach_faces<1>(all, applies);
    if (whole) {
      all.interior.lower[0] = round_up(all.interior.lower[0], C);
      all.interior.upper[0] = all.interior.upper[0] / C * C;
    }
    PlaneCut cut;
    PlaneTiles& t = cut.tiles;
    auto const range = [](Box3 const& box, int axis) {
      return PlaneTiles::Range{static_cast<int>(box.lower[axis]), static_cast<int>(box.upper[axis])};
    };
    t.columns = range(all.interior, 0);
    t.interior_columns = range(all.by_formula, 0);
    t.rows = range(all.by_formula, 1);
    t.frozen_rows[0] = {static_cast<int>(all.interior.lower[1]), t.rows.begin};
    t.frozen_rows[1] = {t.rows.end, static_cast<int>(all.interior.upper[1])};
    t.readable = range(d.readable, 0);
    t.period = d.wraps[0] ? static_cast<int>(d.nodes[0]) : 0;
    constexpr int line = max(C, 128 / static_cast<Index>(sizeof(typename Rules::value_type)));
    t.first_x = t.columns.begin / line * line; // a cache line may begin here
    int const width = t.columns.end - t.first_x;
    for (t.lane_bits = 0; C << (t.lane_bits + 1) <= width && 2 << t.lane_bits <= most_members;) ++t.lane_bits;
    for (t.groups = 1; 2 * t.groups * high <= t.rows.size() && 2 * t.groups << t.lane_bits <= most_members;)
      t.groups *= 2;
    t.last_x = t.columns.end - (C << t.lane_bits);
    t.last_y = t.rows.end - t.groups * high;
    constexpr Index most = Index{1} << 30; // what 32 bits allow
    if (t.last_x < t.first_x || t.last_y < t.rows.begin || d.nodes[0] > most || d.nodes[1] > most) {
      all.interior.upper = all.interior.lower;
    } else {
      t.count_x = Divisor(static_cast<int>(divide_up(width, C << t.lane_bits)));
      t.count_y = static_cast<int>(divide_up(t.rows.size(), t.groups * high));
      if (t.frozen_rows[0].size() + t.frozen_rows[1].size() > 0)
        t.copies = static_cast<int>(divide_up(t.columns.size(), t.members() * C));
    }
    cut.slabs = edge_slabs_around(all.interior, d.whole(), Rules::dimension, {{128, 128, 1}});
    return cut;
  }
};

} // namespace tessera::detail
