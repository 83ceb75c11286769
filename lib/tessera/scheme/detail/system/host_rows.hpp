// SPDX-License-Identifier: Apache-2.0
// The update of a row by one stage on a host core, from memory or from ring buffers. What nodes near a side
// of the domain get is StageRules::general; most of them get the same bits in a shorter way:
//
//      s r r r r r s      s: ends of rows, and whole rows, that are frozen or set by one face
//      e f f f f f e      r: rows that read beyond faces, from lines that are made first (stage_lines.hpp)
//      e f f f f f e      e: nodes that read beyond the ends of the row (stage_row_end.hpp)
//      s r r r r r s      f: the formula, from rows in memory
#pragma once

#include <tessera/core/bounds_check.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/stage_lines.hpp>
#include <tessera/scheme/detail/system/stage_row_edges.hpp>
#include <tessera/scheme/detail/system/stage_row_end.hpp>
#include <tessera/scheme/detail/system/stage_row_formula.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/scheme/detail/system/stage_set_nodes.hpp>

namespace tessera::detail {

template <class Rules, class Access>
struct StageRow {
  using T = typename Rules::member_type;
  using Formula = StageRowFormula<Rules, Access>;
  using Lines = StageLines<Rules, Access>;
  static constexpr int D = Rules::dimension, count = Rules::count, R = Rules::radius;
  static constexpr int slow = D == 3 ? 2 : 1;
  static constexpr Index vector = Formula::vector;
  static constexpr int below = Rules::below(slow), planes = below + Rules::above(slow) + 1;

  Rules const& rules;
  StageRowEdges<Rules, Access> const& edges;
  Access const& access;
  Index y, z, step;
  bool nontemporal = false;     // whether whole cache lines are stored around the caches
  bool holds_constants = false; // whether nodes whose values never change have them where the row goes

  /// Updates nodes [begin, end) of the row.
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void update(Index begin, Index end) const {
    RowKind const kind = row_kind();
    if (kind == RowKind::frozen) return freeze(begin, end);
    StageSetNodes<Rules, Access> const set{rules, access, y, z, step};
    if (kind == RowKind::general) return set.general(begin, end);
    // The ends whose nodes faces set, and between them those that follow the formula.
    Index const first = edges.is_set(0, 0) ? max(begin, edges.lower[0]) : begin,
                last = edges.is_set(0, 1) ? min(end, edges.upper[0]) : end;
    if (first >= last) return set.general(begin, end);
    update_end(set, begin, first, 0);
    if (kind == RowKind::images)
      update_by_lines(first, last);
    else
      update_interior(first, last, begin, end);
    update_end(set, last, end, 1);
  }

private:
  enum class RowKind { interior, images, frozen, general };

  /// The neighbours of nodes in rows of memory: of each plane one row, in 2D all rows.
  struct Planes {
    typename Access::template RowsOfMembers<planes> row_of_plane;
    Index pitch;
    TESSERA_ALWAYS_INLINE T const* at(int m, Index x, int oy, int oz) const {
      return D == 3 ? row_of_plane.at(m, below + oz, x + oy * pitch) : row_of_plane.at(m, below + oy, x);
    }
    TESSERA_ALWAYS_INLINE T const* row(int m, int oy, int oz) const { return at(m, 0, oy, oz); }
    /// Those of node x.
    struct Reads {
      static constexpr bool of_memory = true;
      Planes const& rows;
      Index x;
      template <int M>
      TESSERA_ALWAYS_INLINE T member(int ox, int oy, int oz) const {
        return *rows.at(M, x + ox, oy, oz);
      }
    };
    TESSERA_ALWAYS_INLINE Reads operator()(Index x) const { return {*this, x}; }
  };

  TESSERA_ALWAYS_INLINE Planes planes_of_row() const {
    Planes rows{typename Access::template RowsOfMembers<planes>(access), access.pitch()};
    TESSERA_UNROLL
    for (int p = 0; p < planes; ++p)
      if (int const o = p - below; o == 0)
        rows.row_of_plane.template find<Rules::apart::all>(access, p, y, z);
      else
        rows.row_of_plane.template find<Rules::near>(access, p, D == 3 ? y : y + o, D == 3 ? z + o : z);
    return rows;
  }
  TESSERA_ALWAYS_INLINE Formula formula_of_row() const {
    return Formula(rules, access, y, z, step, nontemporal);
  }

  TESSERA_ALWAYS_INLINE RowKind row_kind() const {
    return edges.is_inside(y, z) ? RowKind::interior : kind_near_a_side();
  }
  [[gnu::noinline]] RowKind kind_near_a_side() const {
    for (int axis = 1; axis < D; ++axis)
      for (int side = 0; side < 2; ++side) {
        Index const i = axis == 1 ? y : z;
        Index const from_side = side == 0 ? i : rules.domain.nodes[axis] - 1 - i;
        if (edges.is_set(axis, side) && from_side < R)
          return (edges.freeze_all || (holds_constants && edges.constant_faces)) && in_domain(y, z)
                     ? RowKind::frozen
                     : RowKind::general;
      }
    return RowKind::images;
  }

  bool in_domain(Index row, Index plane) const {
    return row >= 0 && row < rules.domain.nodes[1] && plane >= 0 && plane < rules.domain.nodes[2];
  }

  TESSERA_ALWAYS_INLINE void freeze(Index begin, Index end) const {
    if (!holds_constants) freeze_nodes<Rules>(access, begin, end, y, z);
  }

  /// Updates an end of a row whose nodes are set.
  TESSERA_ALWAYS_INLINE void update_end(StageSetNodes<Rules, Access> const& set, Index begin, Index end,
                                        int side) const {
    if (begin >= end) return;
    EdgeKind const kind = edges.kind[0][side];
    if (holds_constants && edges.constant_end[side]) return;
    if (rules.obstacle.present() || kind == EdgeKind::mixed || edges.reads_images(0, side) > 0)
      set.general(begin, end);
    else if (kind == EdgeKind::frozen)
      freeze(begin, end);
    else
      set.set_run(begin, end, 2 * Rules::Order::memory_axis(0) + side);
  }

  /// Updates nodes [begin, end), which follow the formula, of a row that is near to no face of another axis.
  /// Nothing else writes nodes [low, high) meanwhile.
  TESSERA_FLATTEN TESSERA_ALWAYS_INLINE void update_interior(Index begin, Index end, Index low,
                                                             Index high) const {
    // The nodes whose reads the row holds.
    Index const first = reads_beyond_end(0) ? max(begin, edges.lower[0]) : begin,
                last = reads_beyond_end(1) ? min(end, edges.upper[0]) : end;
    constexpr bool keeps_others = Rules::in_place && may_cover_others;
    Index const covered =
        keeps_others && has_memory_beside(0) && has_memory_beside(1) ? high - low : last - first;
    if (nontemporal || edges.beyond[0] > 0 || covered < vector || last - first < R)
      return update_with_lines_at_ends(begin, end, first, last);
    Planes const rows = planes_of_row();
    if (rules.obstacle.present())
      around_obstacle(first, last);
    else if constexpr (keeps_others)
      formula_of_row().run_within(rows, first, last, has_memory_beside(0) ? low : first,
                                  has_memory_beside(1) ? high : last);
    else
      formula_of_row().run(rows, covers_end(0) ? begin : first, covers_end(1) ? end : last);
    if (begin < first) update_end_by_nodes<0>(rows, begin, first);
    if (last < end) update_end_by_nodes<1>(rows, last, end);
  }

  /// Whether vectors may go over nodes at the ends too, so that they begin where cache lines do: what they
  /// make there is written over, or not stored.
  static constexpr bool may_cover_others = !Rules::box && !Access::holds_periods && !checks_bounds;
  /// Whether memory goes on beside this end of the row, as it does not beside the first and the last row of
  /// all.
  bool has_memory_beside(int side) const {
    Domain const& d = rules.domain;
    return side == 0 ? y > 0 || z > 0 : y < d.nodes[1] - 1 || z < d.nodes[2] - 1;
  }
  bool covers_end(int side) const { return !Rules::in_place && may_cover_others && has_memory_beside(side); }

  /// Updates nodes at an end of such a row one by one.
  template <int side>
  TESSERA_FLATTEN [[gnu::noinline]] void update_end_by_nodes(Planes const& rows, Index begin,
                                                             Index end) const {
    using End = StageRowEnd<side, Rules, Planes>;
    End const beyond(rules, rows, y, z, step);
    Formula const formula = formula_of_row();
    for (int inside = 0; inside < End::width; ++inside) {
      Index const x = beyond.node(inside);
      auto const reads = [&](Index) TESSERA_ALWAYS_INLINE { return beyond.reads(inside); };
      if (begin <= x && x < end) formula.nodes(reads, x, x + 1, 0);
    }
  }

  /// Updates such a row by vectors to its ends: whole lines, which can be stored around the caches; also a
  /// short row, or one whose last values may be images. Vectors read memory where the row holds what they
  /// read, else lines that are made first.
  TESSERA_FLATTEN [[gnu::noinline]] void update_with_lines_at_ends(Index begin, Index end, Index first,
                                                                   Index last) const {
    Formula const formula = formula_of_row();
    Index from = begin, to = end;
    if (begin < first) {
      from = begin + formula.to_next_line(begin);
      if (from < first) from += vector;
    }
    if (last < end) {
      to = end - (vector - formula.to_next_line(end)) % vector;
      if (to > last) to -= vector;
    }
    if (from < first || to > last || from > to) from = to = end; // a short row
    if (begin < from) update_run_at_end(begin, from);
    if (from < to) {
      if (rules.obstacle.present())
        around_obstacle(from, to);
      else
        formula.run(planes_of_row(), from, to);
    }
    if (to < end) update_run_at_end(to, end); // last: memory is read in its order
  }

  /// Whether nodes at an end read the other end of a period, or images, and follow the formula.
  bool reads_beyond_end(int side) const {
    EdgeKind const kind = edges.kind[0][side];
    return kind == EdgeKind::image ||
           (kind == EdgeKind::open && rules.domain.wraps[0] && !Access::holds_periods);
  }

  /// Frozen nodes keep their values, and the formula goes over the nodes between them.
  TESSERA_FLATTEN [[gnu::noinline]] void around_obstacle(Index begin, Index end) const {
    Formula const formula = formula_of_row();
    Planes const rows = planes_of_row();
    for (Index x = begin; x < end;) {
      Index stop = x;
      while (stop < end && formula.is_frozen(stop)) ++stop;
      freeze(x, stop);
      x = stop;
      while (stop < end && !formula.is_frozen(stop)) ++stop;
      formula.run(rows, x, stop);
      x = stop;
    }
  }

  /// Updates nodes at an end of such a row by lines.
  TESSERA_FLATTEN [[gnu::noinline]] void update_run_at_end(Index begin, Index end) const {
    Planes const rows = planes_of_row();
    Lines lines(rules, edges, access, y, z, step);
    in_pieces(formula_of_row(), lines, begin, end, 0, [&](Index low, Index high) TESSERA_ALWAYS_INLINE {
      lines.find(low, high, [&](int m, int oy, int oz) TESSERA_ALWAYS_INLINE { return rows.row(m, oy, oz); });
    });
  }

  /// Updates a row that reads beyond faces of other axes.
  TESSERA_FLATTEN [[gnu::noinline]] void update_by_lines(Index begin, Index end) const {
    Formula const formula = formula_of_row();
    Lines lines(rules, edges, access, y, z, step);
    auto const piece = [&](Index from, Index to, Index shift) {
      in_pieces(formula, lines, from, to, shift,
                [&](Index low, Index high) { lines.find_and_make(low, high); });
    };
    if constexpr (Access::holds_periods)
      for_parts_of_row(rules.domain, begin, end, piece);
    else
      piece(begin, end, 0);
  }

  /// Updates nodes [begin, end) by lines that find(first, last) finds, a piece at a time. A vector at an end
  /// covers nodes before it too, and stores only these.
  template <class Find>
  TESSERA_ALWAYS_INLINE void in_pieces(Formula const& formula, Lines const& lines, Index begin, Index end,
                                       Index shift, Find const& find) const {
    auto const reads = [&](Index x) TESSERA_ALWAYS_INLINE { return lines.reads(x); };
    for (Index first = begin; first < end;) {
      Index const last = min(end, first + Lines::most_nodes), low = max(begin, min(first, last - vector));
      find(low, last);
      if (last - low < vector)
        formula.one_by_one(reads, first, last, shift);
      else
        for (Index x = first; x < last; x += vector)
          formula.part_of_vector(reads, min(x, last - vector), x, min(x + vector, last), shift);
      first = last;
    }
  }
};

} // namespace tessera::detail
