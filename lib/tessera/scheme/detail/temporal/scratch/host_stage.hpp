// SPDX-License-Identifier: Apache-2.0
// One stage of the pipeline (kernel.hpp) on a host core: it updates rows of one plane queue into the next
// one, or rows of the last plane queue into memory.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/gathered_edge.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/temporal/scratch/plane_queues.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Exec, class Rules>
struct HostStage {
  using T = typename Rules::value_type;
  using PlaneQueues = detail::PlaneQueues<Exec, Rules>;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr Index vector = PlaneQueues::vector;

  Rules const& rules;
  Levels<T> const& levels;
  PlaneQueues const& queues;
  Box3 const& core;
  bool obstacle; // whether there is one in the tile
  Index step;
  int steps;

  /// Updates the rows of a box. Those beyond the end of a period, which a halo holds, know nodes by the
  /// indices of the other end.
  void update(Box3 const& box, int s) const {
    auto const pieces = [&](int axis, Box3 const& all, auto const& body) {
      Domain const& d = rules.domain;
      if (axis >= D || d.period[axis] == 0) return body(all, 0);
      Index const ends[] = {all.lower[axis], d.straight_begin(axis), d.straight_end(axis), all.upper[axis]};
      for (int turn = 1; turn >= -1; --turn) {
        Box3 piece = all;
        piece.lower[axis] = max(all.lower[axis], ends[1 - turn]);
        piece.upper[axis] = min(all.upper[axis], ends[2 - turn]);
        if (piece.lower[axis] < piece.upper[axis]) body(piece, turn);
      }
    };
    pieces(2, box, [&](Box3 const& planes, int turn_z) {
      pieces(1, planes, [&](Box3 const& rows, int turn_y) {
        if (turn_y == 0 && turn_z == 0) {
          update_rows(rows, s);
        } else {
          Rules turned = rules;
          turned.domain = turned.domain.turned(1, turn_y).turned(2, turn_z);
          HostStage{turned, levels, queues, core, obstacle, step, steps}.update_rows(rows, s);
        }
      });
    });
    Index const now = step + s;
    bool const last = s == steps - 1;
    apply_points(rules, box, core, now, [&](Index x, Index y, Index z) {
      return last ? levels.out.at(x, y, z) : queues.at(s + 1, D == 2 ? y : z, x, y);
    });
  }

private:
  /// Updates rows whose indices along y and z need no turn. First the formula goes over a row in whole
  /// vectors, or over several rows together if none of them lies along a face. Then update_edges() corrects
  /// the nodes near faces and in obstacles. Rows along a face get the general update from end to end.
  void update_rows(Box3 const& box, int s) const {
    constexpr int many = PlaneQueues::rows_together;
    Domain const& d = rules.domain;
    Box3 const& m = d.readable;
    bool const last = s == steps - 1;
    Index const x0 = queues.lower[0];
    // Plane queues have room for whole vectors, but a formula is evaluated only at nodes that exist, and in
    // vectors only up to the ends of a period which a halo holds. Around one that wraps, all nodes exist.
    Index const first = d.wraps[0] ? x0 : max(m.lower[0], d.straight_begin(0)),
                stop = d.wraps[0] ? x0 + round_up(box.upper[0] - x0, vector)
                                  : min(m.upper[0], d.straight_end(0));
    Index begin = max(box.lower[0], first), end = min(box.upper[0], stop);
    if (!last) {
      begin = max(first, x0 + (begin - x0) / vector * vector);
      end = min(stop, x0 + round_up(end - x0, vector));
    }
    auto const row_at = [&](Index y, Index z) {
      Index const along = D == 2 ? y : z, node_y = d.around(1, y), node_z = d.around(2, z);
      return Row{y,
                 z,
                 node_y,
                 node_z,
                 queues.reads(s, x0, y, along),
                 last ? levels.out.at(x0, y, z) : queues.at(s + 1, along, x0, y),
                 s == 0 ? queues.previous(levels, s, x0, node_y, node_z)
                        : queues.previous(levels, s, x0, y, z)};
    };
    auto const reads_beyond = [&](int axis, Index i) {
      return !d.wraps[axis] && (i - R < m.lower[axis] || i + R >= m.upper[axis]);
    };
    auto const along_face = [&](Index y, Index z) {
      return reads_beyond(1, y) || (D == 3 && reads_beyond(2, z));
    };
    // Where rows have ends that read beyond faces. In a narrow box both ends overlap.
    Index const lower_end =
        d.wraps[0] ? box.lower[0] : min(box.upper[0], max(m.lower[0] + R, d.straight_begin(0)));
    Index const upper_end =
        d.wraps[0] ? box.upper[0] : max(max(box.lower[0], lower_end), min(m.upper[0] - R, d.straight_end(0)));
    for (Index z = box.lower[2]; z < box.upper[2]; ++z) {
      for (Index y = box.lower[1]; y < box.upper[1];) {
        if (along_face(y, z)) {
          Row const row = row_at(y, z);
          store_previous_of_last(row, box, last);
          general(row, box.lower[0], box.upper[0], s);
          ++y;
        } else if (many > 1 && y + many <= box.upper[1] && !along_face(y + many - 1, z)) {
          Row rows[many];
          for (int k = 0; k < many; ++k) rows[k] = row_at(y + k, z);
          follow_formula(rows, begin, end, s);
          for (Row const& row : rows) update_edges(row, box, {begin, lower_end, upper_end, end}, s);
          y += many;
        } else {
          Row const rows[] = {row_at(y, z)};
          follow_formula(rows, begin, end, s);
          update_edges(rows[0], box, {begin, lower_end, upper_end, end}, s);
          ++y;
        }
      }
      Index first_row = box.lower[1], last_row = box.upper[1];
      while (first_row < last_row && along_face(first_row, z)) ++first_row;
      while (first_row < last_row && along_face(last_row - 1, z)) --last_row;
      for (int side = 0; side < 2; ++side) {
        Index const from = side == 0 ? box.lower[0] : upper_end, to_x = side == 0 ? lower_end : box.upper[0];
        if (!gathers_end(side) || from >= to_x || first_row >= last_row) continue;
        if (!gather(s, {{{from, first_row, z}}, {{to_x, last_row, z + 1}}}))
          for (Index y = first_row; y < last_row; ++y) general(row_at(y, z), from, to_x, s);
      }
    }
  }

  static constexpr bool gathers = D == 3 && GatheredEdge<Rules>::possible;

  /// Updates a box of nodes of a plane that read beyond faces, none of which a face sets, if it can.
  bool gather(int s, Box3 const& nodes) const {
    if constexpr (gathers)
      return GatheredEdge<Rules>{rules, edge_levels(s), step + s}(nodes);
    else
      return false;
  }

  /// The levels of a stage. Beyond the end of a period a tile has nodes of its own.
  EdgeLevels<T> edge_levels(int s) const {
    EdgeLevels<T> edge = edge_in_memory(levels);
    edge.in = queue_of<T const>(s);
    if (s > 0) edge.previous = queue_of<T const>(s - 1);
    if (s < steps - 1) edge.out = queue_of<T>(s + 1);
    edge.beyond_periods = true;
    return edge;
  }

  template <class Value>
  LevelPlanes<Value> queue_of(int level) const {
    Index const first = queues.lower[2];
    return {{queues.at(level, first, 0, 0), queues.pitch, queues.plane}, first, PlaneQueues::slots};
  }

  /// Whether the nodes at this end of rows are gathered, for many rows at a time.
  bool gathers_end(int side) const { return gathers && !rules.sets_at(0, side); }

  /// A row to update: what it reads, and where its value at x0 goes, in a plane queue or in memory.
  struct Row {
    Index y, z;
    Index node_y, node_z; // the indices of its nodes, around periods that wrap
    typename PlaneQueues::Reads from;
    T* to;
    T const* previous;
  };

  /// Evaluates the formula at all nodes of these rows, also where another rule holds: part by part between
  /// the ends of a period that wraps.
  template <int Count>
  void follow_formula(Row const (&rows)[Count], Index begin, Index end, int s) const {
    for_parts_of_row(rules.domain, begin, end, [&](Index x, Index stop, Index turn) {
      interior_rows(rules, rows, x, stop, queues.lower[0], step + s, turn, s == 0 ? turn : 0);
    });
  }

  /// Does so for nodes whose index along x is `turn` more than the column. Their previous values lie as many
  /// as `previous_turn` columns further. The function is not inlined, because it needs all registers for
  /// itself.
  template <int Count>
  TESSERA_FLATTEN [[gnu::noinline]] static void
  interior_rows(Rules const& rules_of_all, Row const (&rows)[Count], Index begin, Index end, Index x0,
                Index now, Index turn, Index previous_turn) {
    // A local copy, which no store can alias, so that coefficients stay in registers. Rules with Views are
    // not copied: each copy would count references.
    std::conditional_t<std::is_trivially_copyable_v<Rules>, Rules const, Rules const&> r = rules_of_all;
    Domain const d = r.domain;
    auto const by_formula = [&](auto const& source, Index x, Index y, Index z) TESSERA_ALWAYS_INLINE {
      return evaluate<Rules>(r.stencil, source, d, Index3{{x, y, z}}, now);
    };
    auto const by_node = [&](Index from, Index to_x) {
      for (Row const& row : rows)
        simd_for<T>(from, to_x, [=, &by_formula](Index x) {
          row.to[x - x0] = by_formula(
              Rules::with_previous(at(row, x - x0), [=] { return row.previous[x - x0 + previous_turn]; }),
              x + turn, row.node_y, row.node_z);
        });
    };
    if constexpr (Count == 1 && !vectors_in_queues<Exec, Rules>) {
      by_node(begin, end);
    } else {
      // Whole vectors of all rows together, and single nodes before and after them.
      Index const whole = min(end, x0 + round_up(begin - x0, vector)),
                  part = max(whole, x0 + (end - x0) / vector * vector);
      by_node(begin, whole);
      auto const by_vector = [&](int k, auto const& source, Index x) TESSERA_ALWAYS_INLINE {
        return by_formula(Rules::with_previous(source, [&] { return rows[k].previous[x + previous_turn]; }),
                          x0 + x + turn, rows[k].node_y, rows[k].node_z);
      };
      T* to[Count];
      for (int k = 0; k < Count; ++k) to[k] = rows[k].to;
      if constexpr (vectors_in_queues<Exec, Rules>) {
        RowsOfStar<Rules, Count> from;
        for (int n = 0; n < Count + 2 * R; ++n) from.in_plane[n] = row_in_plane(rows, n);
        if constexpr (D == 3)
          for (int k = 0; k < Count; ++k)
            for (int n = 0; n < 2 * R; ++n) from.out_of_plane[k][n] = rows[k].from.plane[n < R ? n : n + 1];
        update_vectors<Rules>(from, to, whole - x0, part - x0, by_vector);
      } else {
        NeighbouringRows<Rules, Count, PlanesApart<R>> from;
        for (int n = 0; n < Count + 2 * R; ++n) from.row[n] = row_in_plane(rows, n);
        if constexpr (D == 3)
          for (int n = 0; n <= 2 * R; ++n)
            from.plane.offset[n] = rows[0].from.plane[n] - rows[0].from.plane[R];
        constexpr Index values = values_at_a_time<T>;
        for (Index x = whole - x0; x < part - x0; x += values) from.update(to, x, x + values, by_vector);
      }
      by_node(part, end);
    }
  }

  /// The n-th row of those that neighbouring rows read in their own plane, from R before the first one on.
  template <int Count>
  TESSERA_ALWAYS_INLINE static T const* row_in_plane(Row const (&rows)[Count], int n) {
    if constexpr (D == 3) return rows[0].from.plane[R] + (n - R) * rows[0].from.pitch;
    return n < Count ? rows[n].from.plane[0] : rows[Count - 1].from.plane[n - Count + 1];
  }

  /// The nodes of a row for which the formula was evaluated, [begin, end), and those of them that read
  /// nothing beyond faces.
  struct Run {
    Index begin, lower_end, upper_end, end;
  };

  /// Corrects the nodes of a row that do not follow the formula.
  void update_edges(Row const& row, Box3 const& box, Run const& run, int s) const {
    Domain const& d = rules.domain;
    Index const x0 = queues.lower[0];
    store_previous_of_last(row, box, s == steps - 1);
    auto const at_end = [&](Index from, Index to_x, int side) {
      if (gathers_end(side)) return;
      auto const copied = rules.copied_at_end(side);
      if (copied && from >= 0 && to_x <= rules.domain.nodes[0])
        for (Index x = from; x < to_x; ++x) row.to[x - x0] = row.from.plane[R][x + *copied - x0];
      else
        general(row, from, to_x, s);
    };
    at_end(box.lower[0], run.lower_end, 0);
    at_end(run.upper_end, box.upper[0], 1);
    if (obstacle)
      for (Index x = run.begin; x < run.end; ++x)
        if (rules.is_frozen({{d.around(0, x), row.node_y, row.node_z}}))
          row.to[x - x0] = row.from.plane[R][x - x0];
  }

  void general(Row const& row, Index from, Index to_x, int s) const {
    Rings const rings = queues.rings(D == 2 ? row.y : row.z);
    for_parts_of_row(rules.domain, from, to_x, [&](Index x, Index stop, Index turn) {
      general_rows(rules, x, stop, row.y, row.y + 1, row.z, step + s, levels_of(row, s, turn), rings,
                   [&](Box3 const& nodes) { return gather(s, nodes); });
    });
  }

  /// The levels of a row, for its own nodes alone: `turn` is what has to be added to their indices along x to
  /// have those of the grid.
  Levels<T> levels_of(Row const& row, int s, Index turn) const {
    Index const x0 = queues.lower[0];
    Levels<T> own{.in = queues.around(s, D == 2 ? row.y : row.z), .out = {row.to - x0, 0, 0}};
    if constexpr (Rules::two_levels) own.previous.origin = row.previous - x0 + (s == 0 ? turn : 0);
    return own;
  }

  /// The last stage also stores the level that it reads: it is the previous level of the result.
  void store_previous_of_last(Row const& row, Box3 const& box, bool last) const {
    if (Rules::two_levels && last)
      for (Index x = box.lower[0]; x < box.upper[0]; ++x)
        *levels.previous_out.at(x, row.y, row.z) = row.from.plane[R][x - queues.lower[0]];
  }

  TESSERA_ALWAYS_INLINE static typename PlaneQueues::Reads at(Row const& row, Index column) {
    typename PlaneQueues::Reads node = row.from;
    TESSERA_UNROLL
    for (int k = 0; k < PlaneQueues::planes; ++k) node.plane[k] += column;
    return node;
  }
};

} // namespace tessera::detail
