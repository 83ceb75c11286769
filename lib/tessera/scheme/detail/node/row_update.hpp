// SPDX-License-Identifier: Apache-2.0
// The update of a box of nodes by a team, row by row on a host. Most nodes follow the formula alone; the
// general update (Rules::general) serves nodes at a closed face, beyond a period, or in an obstacle.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/node/set_rows.hpp>

#include <algorithm>

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

/// Sets the nodes of a box in one plane on a host core, all by one face (set_rows).
template <class Rules>
void set_nodes(Rules const& rules, int winner, Box3 const& nodes, Index step,
               Levels<typename Rules::value_type> const& levels, Rings const& rings) {
  constexpr bool two_levels = Rules::two_levels;
  if constexpr (checks_bounds) // the general update asks the formula in vain
    for (Index y = nodes.lower[1]; y < nodes.upper[1]; ++y)
      for (Index x = nodes.lower[0]; x < nodes.upper[0]; ++x) {
        Index const z = nodes.lower[2];
        static_cast<void>(rules.general(source_at<two_levels>(levels, rings, x, y, z), x, y, z, step));
      }
  set_rows<typename Rules::Order, Rules::stencil_type::reads, two_levels>(rules.domain, rules.boundary,
                                                                          winner, nodes, step, levels, rings);
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
/// of its ends, and for all rows that are as far from the faces: set_nodes updates such nodes. Those that no
/// face sets are left to gathered(box), if it says that it has updated them. `rings`: those of levels.in.
template <class Rules, class Gathered = NotGathered>
[[gnu::noinline]] void general_rows(Rules const& rules, Index begin, Index end, Index y, Index y_end, Index z,
                                    Index step, Levels<typename Rules::value_type> const& levels,
                                    Rings const& rings, Gathered const& gathered = {}) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  bool const holds_constants = levels.holds_constants && !checks_bounds;
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
      Box3 const nodes{{{x, y, z}}, {{stop, y_stop, z + 1}}};
      Index3 const first{{d.around(0, x), d.around(1, y), d.around(2, z)}};
      int const winner = setting_face<typename Rules::Order, R>(d, rules.boundary, first);
      if (winner >= 0 && on_grid && !rules.obstacle.present() && x >= 0 && stop <= d.nodes[0]) {
        if (!holds_constants || !traits_of<Rules::dimension>(rules.boundary, winner).constant_in_time)
          set_nodes(rules, winner, nodes, step, levels, rings);
      } else if (winner >= 0 || !gathered(nodes)) {
        for (Index row = y; row < y_stop; ++row)
          for (Index n = x; n < stop; ++n)
            *levels.out.at(n, row, z) =
                rules.general(source_at<Rules::two_levels>(levels, rings, n, row, z), n, row, z, step);
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
/// which lie at one side of rows that else follow the formula.
template <class Rules, class Gathered = NotGathered>
TESSERA_FLATTEN inline void update_ends(Rules const& rules, Index begin, Index end, Index y, Index y_end,
                                        Index z, Index step, int side,
                                        Levels<typename Rules::value_type> const& levels, Rings const& rings,
                                        Gathered const& gathered = {}) {
  if (begin >= end || y >= y_end) return;
  bool const one_setter = !rules.obstacle.present() && rules.domain.nodes[0] >= 2 * Rules::radius;
  bool const holds_constants = levels.holds_constants && !checks_bounds;
  if (holds_constants && one_setter && rules.traits_at(0, side).constant_in_time) return;
  bool const on_grid = begin >= 0 && end <= rules.domain.nodes[0];
  if (auto const copied = rules.copied_at_end(side); copied && on_grid)
    for (Index row = y; row < y_end; ++row)
      simd_for(begin, end, [=, in = levels.in, out = levels.out, at = *copied](Index x) {
        *out.at(x, row, z) = *in.at(x + at, row, z);
      });
  else
    general_rows(rules, begin, end, y, y_end, z, step, levels, rings, gathered);
}

/// Gives nodes [begin, end) of a row that lie in an obstacle their old value back, which leaves the vector
/// loop over the row without a test.
template <class Rules>
void keep_frozen(Rules const& rules, Index begin, Index end, Index y, Index z,
                 Levels<typename Rules::value_type> const& levels) {
  if (rules.obstacle.present())
    for (Index x = begin; x < end; ++x)
      if (rules.is_frozen({{x, y, z}})) *levels.out.at(x, y, z) = *levels.in.at(x, y, z);
}

/// Updates one plane of a box on a host core, whose nodes `inside` follow the formula, obstacles apart:
/// interior(y, y_end) updates those of the rows [y, y_end), the general update the others.
template <class Rules, class Gathered, class Interior>
TESSERA_ALWAYS_INLINE inline void
update_plane(Rules const& rules, Box3 const& box, Box3 const& inside, Index z, Index step,
             Levels<typename Rules::value_type> const& levels, Rings const& rings, Gathered const& gathered,
             Interior const& interior) {
  Index const begin = inside.lower[0], end = inside.upper[0];
  bool const formula = z >= inside.lower[2] && z < inside.upper[2] && begin < box.upper[0];
  Index const y = formula ? inside.lower[1] : box.upper[1], y_end = formula ? inside.upper[1] : box.upper[1];
  auto const along_face = [&](Index low, Index high) {
    if (low < high)
      general_rows(rules, box.lower[0], box.upper[0], low, high, z, step, levels, rings, gathered);
  };
  along_face(box.lower[1], y);
  interior(y, y_end);
  update_ends(rules, box.lower[0], begin, y, y_end, z, step, 0, levels, rings, gathered);
  update_ends(rules, end, box.upper[0], y, y_end, z, step, 1, levels, rings, gathered);
  along_face(y_end, box.upper[1]);
}

/// Updates the nodes of a box on a host core, and writes what `levels` has to be written. `touched` says that
/// the box may touch an edge or an obstacle; without it no node is tested. No axis of the levels is a ring.
template <class Rules>
TESSERA_FLATTEN inline void update_box_on_host(Rules const& rules, bool touched, Box3 const& box, Index step,
                                               Levels<typename Rules::value_type> const& levels) {
  using T = typename Rules::value_type;
  auto const in = levels.in, previous = levels.previous;
  auto const out = levels.out, previous_out = levels.previous_out;
  Box3 const inside = touched ? interior_box(rules, box) : box;
  Index const begin = inside.lower[0], end = inside.upper[0];
  for (Index z = box.lower[2]; z < box.upper[2]; ++z) {
    auto const follow_formula = [=, &rules](Index y) {
      simd_for<T>(begin, end, [=, &rules](Index x) {
        MemoryReads<T> const source{in.at(x, y, z), in.stride_y, in.stride_z};
        *out.at(x, y, z) =
            rules.formula(Rules::with_previous(source, [=] { return *previous.at(x, y, z); }), x, y, z, step);
      });
    };
    if (touched)
      update_plane(rules, box, inside, z, step, levels, Rings{}, NotGathered{}, [&](Index y, Index y_end) {
        for (; y < y_end; ++y) {
          follow_formula(y);
          keep_frozen(rules, begin, end, y, z, levels);
        }
      });
    else
      for (Index y = box.lower[1]; y < box.upper[1]; ++y) follow_formula(y);
    if (Rules::two_levels && previous_out.origin != nullptr)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        std::copy(in.at(box.lower[0], y, z), in.at(box.upper[0], y, z), previous_out.at(box.lower[0], y, z));
  }
}

/// Calls write(x, y, z, value) for every node of the box on a device; reads(x, y, z) makes the node's Source.
/// `touched` is as above.
template <class Exec, BoxBounds bounds = BoxBounds::indexed, class Member, class Rules, class Reads,
          class Write>
KOKKOS_FORCEINLINE_FUNCTION void update_box(Member const& member, Rules const& rules, bool touched,
                                            Box3 const& box, Index step, Reads const& reads,
                                            Write const& write) {
  if (!touched) {
    box_for<Exec, bounds>(member, box, [&](Index x, Index y, Index z) {
      write(x, y, z, rules.formula(reads(x, y, z), x, y, z, step));
    });
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
