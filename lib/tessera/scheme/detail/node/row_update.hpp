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

/// Updates nodes [begin, end) of a row on a host core that are all set by one face, whose number `winner` was
/// found once for the run. reads(x) makes a node's Source, write(x, value) stores.
template <class Rules, class Reads, class Write>
void set_run(Rules const& rules, int winner, Index begin, Index end, Index y, Index z, Index step,
             Reads const& reads, Write const& write) {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  using Answered = Extended<T, Order, Rules::radius, typename Rules::boundary_type, decltype(reads(begin))>;
  using Read = Reader<Order, Rules::stencil_type::reads, Answered>;
  for_each_face<Order::dimension>([&](auto face) {
    if (winner != face.number) return;
    auto const& condition = rules.boundary.template face<face.number>();
    simd_for(begin, end, [=, &rules, &condition](Index x) {
      Index3 const i{{x, y, z}};
      if constexpr (checks_bounds)
        rules.ask_in_vain(Read(Answered{rules.domain, rules.boundary, reads(x), i, step}), i, step);
      write(x, converted<T>(condition.value(Read(Answered{rules.domain, rules.boundary, reads(x), i, step}),
                                            Node<Order>(rules.domain, i, step + 1), face)));
    });
  });
}

/// Updates nodes [begin, end) of a row on a host core by the general update. Most nodes that need it are set
/// by a face, and that face is the same for the whole interior of a row and for each of its ends: set_run
/// updates such a run.
template <class Rules, class Reads, class Write>
__attribute__((noinline)) void general_run(Rules const& rules, Index begin, Index end, Index y, Index z,
                                           Index step, Reads const& reads, Write const& write) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  bool const on_grid = y >= 0 && y < d.nodes[1] && z >= 0 && z < d.nodes[2];
  for (Index x = begin; x < end;) {
    Index const stop = d.wraps[0]           ? end
                       : x < R              ? min(end, R)
                       : x < d.nodes[0] - R ? min(end, d.nodes[0] - R)
                                            : end;
    bool const one_setter = on_grid && !rules.obstacle.present() && x >= 0 && stop <= d.nodes[0];
    int const winner =
        one_setter ? setting_face<typename Rules::Order, R>(d, rules.boundary, Index3{{x, y, z}}) : -1;
    if (winner >= 0)
      set_run(rules, winner, x, stop, y, z, step, reads, write);
    else
      for (Index n = x; n < stop; ++n) write(n, rules.general(reads(n), n, y, z, step));
    x = stop;
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

/// For rows in a tile: their lines are cached already, so there is nothing to prefetch.
struct NoLines {};

/// Updates a run of one row on a host core: the interior by formula(source, x, y, z, step), the ends by the
/// general update, each with its own way to read. Nodes of an obstacle get their old value back afterwards,
/// which leaves the vector loop without a test. `lines` adapts the interior to memory: with LinesOfRow its
/// vectors begin where cache lines do, TwoRowsAhead also prefetches before each piece of the row, and
/// VectorsOfRow updates whole vectors itself.
template <class Rules, class Formula, class InteriorReads, class GeneralReads, class Write,
          class Lines = NoLines>
TESSERA_FLATTEN inline void update_row(Rules const& rules, Index begin, Index end, Index y, Index z,
                                       Index step, Formula const& formula,
                                       InteriorReads const& interior_reads, GeneralReads const& general_reads,
                                       Write const& write, Lines const& lines = {}) {
  using T = typename Rules::value_type;
  auto const interior_nodes = interior_run(rules, {begin, end}, y, z);
  // These are two names and no structured binding, since clang captures a structured binding in a lambda only
  // from version 16 on.
  Index const interior_begin = interior_nodes.begin, interior_end = interior_nodes.end;
  bool const along_face = interior_begin == end;
  auto const at_end = [&](Index from, Index to, int side) {
    if (from >= to) return;
    bool const on_grid = from >= 0 && to <= rules.domain.nodes[0];
    if (auto const copied = rules.copied_at_end(side); copied && !along_face && on_grid)
      simd_for(from, to, [=, at = *copied](Index x) { write(x, y, z, interior_reads(x, y, z)(at, 0, 0)); });
    else
      general_run(
          rules, from, to, y, z, step, [=, &general_reads](Index x) { return general_reads(x, y, z); },
          [=, &write](Index x, T value) { write(x, y, z, value); });
  };
  at_end(begin, interior_begin, 0);
  auto const by_formula = [=](Index x) { write(x, y, z, formula(interior_reads(x, y, z), x, y, z, step)); };
  Index x = interior_begin;
  if constexpr (!std::is_same_v<Lines, NoLines>) {
    x = min(interior_end, lines.begin(x));
    simd_for<T>(interior_begin, x, by_formula);
  }
  if constexpr (requires { lines.update_vectors_from(x, interior_end); })
    x = lines.update_vectors_from(x, interior_end);
  if constexpr (requires { Lines::piece; })
    for (; x + Lines::piece <= interior_end; x += Lines::piece) {
      lines.prefetch_line(x);
      simd_for<T>(x, x + Lines::piece, by_formula); // the compiler knows the length: no loop is left
    }
  simd_for<T>(x, interior_end, by_formula);
  if (rules.obstacle.present())
    for (x = interior_begin; x < interior_end; ++x)
      if (rules.is_frozen({{x, y, z}})) write(x, y, z, interior_reads(x, y, z)(0, 0, 0));
  at_end(interior_end, end, 1);
}

/// Calls write(x, y, z, value) for every node of the box; reads(x, y, z) makes the node's Source. `touched`
/// says that the box may touch an edge or an obstacle; without it no node is tested.
template <class Exec, class Member, class Rules, class Reads, class Write>
KOKKOS_FORCEINLINE_FUNCTION void update_box(Member const& member, Rules const& rules, bool touched,
                                            Box3 const& box, Index step, Reads const& reads,
                                            Write const& write) {
  if (!touched) {
    box_for<Exec>(member, box, [&](Index x, Index y, Index z) {
      write(x, y, z, rules.formula(reads(x, y, z), x, y, z, step));
    });
  } else if constexpr (on_host<Exec>) {
    KOKKOS_IF_ON_HOST((
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y)
          update_row(
              rules, box.lower[0], box.upper[0], y, z, step,
              [&](auto const&... node) { return rules.formula(node...); }, reads, reads, write);
    ));
  } else {
    box_for<Exec>(member, box, [&](Index x, Index y, Index z) {
      bool const by_formula =
          !rules.obstacle.present() && !reads_beyond(rules, {{{x, y, z}}, {{x + 1, y + 1, z + 1}}});
      write(x, y, z,
            by_formula ? rules.formula(reads(x, y, z), x, y, z, step, true)
                       : rules.general(reads(x, y, z), x, y, z, step));
    });
  }
}

} // namespace tessera::detail
