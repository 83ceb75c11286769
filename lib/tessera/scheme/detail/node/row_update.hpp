// SPDX-License-Identifier: Apache-2.0
// The update of a box of nodes by a team, row by row on a host. Most nodes follow the formula alone; the
// general update (Rules::general) serves nodes at a closed face, beyond a period, or in an obstacle.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <type_traits>

namespace tessera::detail {

/// Whether some node of the box reads beyond what memory holds. Obstacles are not asked about.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool reads_beyond(Rules const& rules, Box3 const& box) {
  return !Rules::grown(box, Rules::radius).inside(rules.domain.readable);
}

/// Whether that is so, or some node of the box lies beyond the end of a period which a halo holds.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool touches_edge(Rules const& rules, Box3 const& box) {
  bool touches = reads_beyond(rules, box);
  for (int a = 0; a < Rules::dimension; ++a)
    touches |= box.lower[a] < rules.domain.straight_begin(a) || box.upper[a] > rules.domain.straight_end(a);
  return touches;
}

/// Updates nodes [begin, end) of the rows [y, y_end) of a plane on a host core that are all set by one face,
/// whose number `winner` was found once for all of them. reads(x, y, z) makes a node's Source, write(x, y, z,
/// value) stores.
template <class Rules, class Reads, class Write>
void set_rows(Rules const& rules, int winner, Index begin, Index end, Index y, Index y_end, Index z,
              Index step, Reads const& reads, Write const& write) {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using Answered =
      Extended<T, Order, Rules::radius, typename Rules::boundary_type, decltype(reads(begin, y, z))>;
  using Read = Reader<Order, Rules::stencil_type::reads, Answered>;
  for_each_face<Order::dimension>([&](auto face) {
    if (winner != face.number) return;
    auto const& condition = rules.boundary.template face<face.number>();
    auto const set = [=, &rules, &condition](Index x, Index row) TESSERA_ALWAYS_INLINE {
      Index3 const i{{x, row, z}};
      if constexpr (checks_bounds)
        rules.ask_in_vain(Read(Answered{rules.domain, rules.boundary, reads(x, row, z), i, step}), i, step);
      write(x, row, z,
            converted<T>(
                condition.value(Read(Answered{rules.domain, rules.boundary, reads(x, row, z), i, step}),
                                Node<Order>(rules.domain, i, step + 1), face)));
    };
    if (y_end - y > end - begin) // the ends of rows: a vector loop along them would have nothing to do
      for (Index x = begin; x < end; ++x)
        for (Index row = y; row < y_end; ++row) set(x, row);
    else
      for (Index row = y; row < y_end; ++row)
        simd_for(begin, end, [=](Index x) TESSERA_ALWAYS_INLINE { set(x, row); });
  });
}

/// Calls body(x, stop, shift) for the parts of a row between the ends of a period that wraps: nodes [x, stop)
/// have the indices x + shift and so on. Other rows have one part, without a shift.
template <class Body>
TESSERA_ALWAYS_INLINE inline void for_parts_of_row(Domain const& d, Index begin, Index end,
                                                   Body const& body) {
  for (Index x = begin, stop; x < end; x = stop) {
    Index const shift = d.around(0, x) - x;
    stop = d.wraps[0] ? min(end, d.nodes[0] - shift) : end;
    body(x, stop, shift);
  }
}

/// Where nothing but the general update knows the nodes that read beyond faces.
struct NotGathered {
  bool operator()(Box3 const&) const { return false; }
};

/// Updates nodes [begin, end) of the rows [y, y_end) of a plane on a host core by the general update. Most
/// nodes that need it are set by a face, and that face is the same for the whole interior of a row, for each
/// of its ends, and for all rows that are as far from the faces: set_rows updates such nodes. Those that no
/// face sets are left to gathered(box), if it says that it has updated them.
/// `holds_constants` is that of the levels.
template <class Rules, class Reads, class Write, class Gathered = NotGathered>
__attribute__((noinline)) void general_rows(Rules const& rules, Index begin, Index end, Index y, Index y_end,
                                            Index z, Index step, Reads const& reads, Write const& write,
                                            Gathered const& gathered = {}, bool holds_constants = false) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  // Where the part that begins at i ends: at the edge of the nodes that a face sets.
  auto const stop_of = [&](int axis, Index i, Index last) {
    if (i < R && rules.sets_at(axis, 0)) return min(last, R);
    return i < d.nodes[axis] - R && rules.sets_at(axis, 1) ? min(last, d.nodes[axis] - R) : last;
  };
  for (Index y_stop; y < y_end; y = y_stop) {
    y_stop = stop_of(1, y, y_end);
    bool const on_grid = y >= 0 && y_stop <= d.nodes[1] && z >= 0 && z < d.nodes[2];
    for (Index x = begin, stop; x < end; x = stop) {
      stop = stop_of(0, x, end);
      Index3 const first{{d.around(0, x), d.around(1, y), d.around(2, z)}};
      int const winner = setting_face<typename Rules::Order, R>(d, rules.boundary, first);
      if (winner >= 0 && on_grid && !rules.obstacle.present() && x >= 0 && stop <= d.nodes[0]) {
        if (!holds_constants || !traits_of<Rules::dimension>(rules.boundary, winner).constant_in_time)
          set_rows(rules, winner, x, stop, y, y_stop, z, step, reads, write);
      } else if (winner >= 0 || !gathered(Box3{{{x, y, z}}, {{stop, y_stop, z + 1}}})) {
        for (Index row = y; row < y_stop; ++row)
          for (Index n = x; n < stop; ++n) write(n, row, z, rules.general(reads(n, row, z), n, row, z, step));
      }
    }
  }
}

/// Nodes [begin, end) of a row.
struct RunOfRow {
  Index begin, end;
};

/// The nodes of a row that follow the formula, obstacles apart. A row along a face has none.
template <class Rules>
RunOfRow interior_run(Rules const& rules, RunOfRow const& all, Index y, Index z) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  Box3 const& m = d.readable;
  bool const along_face = (Rules::dimension > 1 && (y - R < m.lower[1] || y + R >= m.upper[1])) ||
                          (Rules::dimension > 2 && (z - R < m.lower[2] || z + R >= m.upper[2]));
  bool const straight =
      (Rules::dimension < 2 || d.is_straight(1, y)) && (Rules::dimension < 3 || d.is_straight(2, z));
  if (along_face || !straight) return {all.end, all.end};
  Index const first = max(d.straight_begin(0), m.lower[0] + R), last = min(d.straight_end(0), m.upper[0] - R);
  Index const begin = min(all.end, max(all.begin, first));
  return {begin, max(begin, min(all.end, last))};
}

/// The nodes of a box that follow the formula, obstacles apart.
template <class Rules>
Box3 interior_box(Rules const& rules, Box3 const& all) {
  Domain const& d = rules.domain;
  Box3 box = all;
  for (int a = 0; a < Rules::dimension; ++a) {
    Index const first = max(d.straight_begin(a), d.readable.lower[a] + Rules::radius),
                last = min(d.straight_end(a), d.readable.upper[a] - Rules::radius);
    box.lower[a] = min(all.upper[a], max(all.lower[a], first));
    box.upper[a] = max(box.lower[a], min(all.upper[a], last));
  }
  return box;
}

/// Updates the ends of rows on a host core: nodes [begin, end) of the rows [y, y_end) of a plane, all of
/// which lie at one side of rows that else follow the formula. Each of both updates has its own way to read.
template <class Rules, class InteriorReads, class GeneralReads, class Write, class Gathered = NotGathered>
TESSERA_FLATTEN inline void update_ends(Rules const& rules, Index begin, Index end, Index y, Index y_end,
                                        Index z, Index step, int side, InteriorReads const& interior_reads,
                                        GeneralReads const& general_reads, Write const& write,
                                        Gathered const& gathered = {}, bool holds_constants = false) {
  if (begin >= end || y >= y_end) return;
  bool const one_setter = !rules.obstacle.present() && rules.domain.nodes[0] >= 2 * Rules::radius;
  if (holds_constants && one_setter && rules.traits_at(0, side).constant_in_time) return;
  bool const on_grid = begin >= 0 && end <= rules.domain.nodes[0];
  if (auto const copied = rules.copied_at_end(side); copied && on_grid)
    for (Index row = y; row < y_end; ++row)
      simd_for(begin, end,
               [=, at = *copied](Index x) { write(x, row, z, interior_reads(x, row, z)(at, 0, 0)); });
  else
    general_rows(rules, begin, end, y, y_end, z, step, general_reads, write, gathered, holds_constants);
}

/// Updates a run of one row on a host core: the interior by formula(source, x, y, z, step), the ends by the
/// general update. Nodes of an obstacle get their old value back afterwards, which leaves the vector loop
/// without a test.
template <class Rules, class Formula, class Reads, class Write>
TESSERA_FLATTEN inline void update_row(Rules const& rules, Index begin, Index end, Index y, Index z,
                                       Index step, Formula const& formula, Reads const& reads,
                                       Write const& write) {
  using T = typename Rules::value_type;
  auto const interior_nodes = interior_run(rules, {begin, end}, y, z);
  // These are two names and no structured binding, since clang captures a structured binding in a lambda only
  // from version 16 on.
  Index const interior_begin = interior_nodes.begin, interior_end = interior_nodes.end;
  if (interior_begin == end) {
    general_rows(rules, begin, end, y, y + 1, z, step, reads, write);
    return;
  }
  update_ends(rules, begin, interior_begin, y, y + 1, z, step, 0, reads, reads, write);
  simd_for<T>(interior_begin, interior_end,
              [=](Index x) { write(x, y, z, formula(reads(x, y, z), x, y, z, step)); });
  if (rules.obstacle.present())
    for (Index x = interior_begin; x < interior_end; ++x)
      if (rules.is_frozen({{x, y, z}})) write(x, y, z, reads(x, y, z)(0, 0, 0));
  update_ends(rules, interior_end, end, y, y + 1, z, step, 1, reads, reads, write);
}

/// Calls write(x, y, z, value) for every node of the box; reads(x, y, z) makes the node's Source. `touched`
/// says that the box may touch an edge or an obstacle; without it no node is tested.
template <class Exec, BoxBounds bounds = BoxBounds::indexed, class Member, class Rules, class Reads,
          class Write>
KOKKOS_FORCEINLINE_FUNCTION void update_box(Member const& member, Rules const& rules, bool touched,
                                            Box3 const& box, Index step, Reads const& reads,
                                            Write const& write) {
  if (!touched) {
    box_for<Exec, bounds>(member, box, [&](Index x, Index y, Index z) {
      write(x, y, z, rules.formula(reads(x, y, z), x, y, z, step));
    });
  } else if constexpr (on_host<Exec>) {
    KOKKOS_IF_ON_HOST((
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y)
          update_row(
              rules, box.lower[0], box.upper[0], y, z, step,
              [&](auto const&... node) { return rules.formula(node...); }, reads, write);
    ));
  } else {
    box_for<Exec, bounds>(member, box, [&](Index x, Index y, Index z) {
      bool const by_formula =
          !rules.obstacle.present() && !reads_beyond(rules, {{{x, y, z}}, {{x + 1, y + 1, z + 1}}});
      write(x, y, z,
            by_formula ? rules.formula(reads(x, y, z), x, y, z, step, true)
                       : rules.general(reads(x, y, z), x, y, z, step));
    });
  }
}

} // namespace tessera::detail
