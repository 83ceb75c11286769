// SPDX-License-Identifier: Apache-2.0
// Nodes of a plane that follow the formula but read beyond faces, on a host core. The lines that they read
// are gathered first (edge_lines.hpp); then the formula is evaluated as anywhere else, in vectors, down a
// column too. The general update asks every face at every read of every node, which takes ten times as long.
#pragma once

#include <tessera/core/bounds_check.hpp>
#include <tessera/scheme/detail/host/edge_lines.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Rules>
struct GatheredEdge {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension;
  static constexpr bool possible = [] {
    if constexpr (D > 1 && Rules::radius <= 8)
      return sizeof(T) <= 16 && !checks_bounds && half_axes_within<typename Rules::boundary_type> == 0 &&
             std::is_trivially_default_constructible_v<T> && EdgeLines<Rules, 0>::longest(1) >= 8;
    else
      return false;
  }();

  Rules const& rules;
  EdgeLevels<T> levels;
  Index step;

  /// Updates a box of nodes in one plane, none of which a face sets, if it can.
  bool operator()(Box3 const& nodes) const {
    if constexpr (possible) {
      if (!holds(nodes)) return false;
      if (nodes.extent(0) < nodes.extent(1))
        update_pieces<1>(nodes);
      else
        update_pieces<0>(nodes);
      return true;
    } else {
      return false;
    }
  }

private:
  /// Whether all nodes exist, and none has to be known by an index at the other end of a period that a halo
  /// holds.
  bool holds(Box3 const& nodes) const {
    Domain const& d = rules.domain;
    for (int a = 0; a < D; ++a) {
      if (d.wraps[a]) {
        if (!levels.beyond_periods && (nodes.lower[a] < 0 || nodes.upper[a] > d.nodes[a])) return false;
      } else if (nodes.lower[a] < d.straight_begin(a) || nodes.upper[a] > d.straight_end(a)) {
        return false;
      }
    }
    return true;
  }

  /// Updates the nodes in pieces, as much as is gathered at a time, and each within one period.
  template <int Along>
  void update_pieces(Box3 const& nodes) const {
    using Lines = EdgeLines<Rules, Along>;
    constexpr int Across = 1 - Along;
    Domain const& d = rules.domain;
    Box3 piece = nodes;
    Index3 turn{{0, 0, d.around(2, nodes.lower[2]) - nodes.lower[2]}};
    auto const end_of = [&](int axis, Index i, Index most) {
      Index const end = min(nodes.upper[axis], i + most);
      turn[axis] = d.around(axis, i) - i;
      return d.wraps[axis] ? min(end, d.nodes[axis] - turn[axis]) : end;
    };
    for (Index c = nodes.lower[Across]; c < nodes.upper[Across]; c = piece.upper[Across]) {
      piece.lower[Across] = c;
      piece.upper[Across] = end_of(Across, c, Lines::widest);
      Index const longest = Lines::longest(piece.extent(Across));
      for (Index i = nodes.lower[Along]; i < nodes.upper[Along]; i = piece.upper[Along]) {
        piece.lower[Along] = i;
        piece.upper[Along] = end_of(Along, i, longest);
        update_lines<Along>(piece, turn);
      }
    }
  }

  template <int Along>
  TESSERA_FLATTEN [[gnu::noinline]] void update_lines(Box3 const& nodes, Index3 const& turn) const {
    constexpr int Across = 1 - Along;
    EdgeLines<Rules, Along> const lines(rules, levels, nodes, step);
    Index const plane = nodes.lower[2], begin = nodes.lower[Along], end = nodes.upper[Along];
    for (Index line = nodes.lower[Across]; line < nodes.upper[Across]; ++line) {
      auto const around = lines.around(line);
      LineInMemory<T const> previous;
      if constexpr (Rules::two_levels)
        previous = line_of_plane<Along>(levels.previous_plane(plane, turn), line);
      auto const to = line_of_plane<Along>(levels.out.at(plane), line);
      auto const update = [=, this](Index i) TESSERA_ALWAYS_INLINE {
        to.at(i) = rules.formula(Rules::with_previous(around.reads(i), [=] { return previous.at(i); }),
                                 (Along == 0 ? i : line) + turn[0], (Along == 0 ? line : i) + turn[1],
                                 plane + turn[2], step);
      };
      if constexpr (Rules::two_levels) // the new level may lie where the previous one does: nodes are made
                                       // once
        simd_for<T>(begin, end, update);
      else
        for_values<T>(begin, end, update);
      if (rules.obstacle.present())
        for (Index i = begin; i < end; ++i) {
          Index3 node = turn;
          node[Along] += i;
          node[Across] += line;
          node[2] += plane;
          if (rules.is_frozen(node)) to.at(i) = around.reads(i)(0, 0, 0);
        }
    }
  }
};

} // namespace tessera::detail
