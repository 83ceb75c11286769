// SPDX-License-Identifier: Apache-2.0
// The direct sweep on a device node by node. In 3D it is for what DirectMarchKernel does not support:
// patterns that are no star, stars wider than its queue, and values that are no numbers. In 2D it is for wide
// formulas, and for small grids of short values, which DirectPlaneKernel would give to few threads.
// Neighbouring threads take neighbouring nodes of a row. A thread makes a run of nodes along the slowest
// axis, and all before it stores any: so a value that two nodes of the run read is loaded once. Everything
// else comes from the caches.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/node_in_memory.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Exec, class Rules, int run>
struct DirectNodesKernel {
  using T = typename Rules::value_type;
  static constexpr int lanes = 32, rows = 8, team_size = lanes * rows;
  static constexpr int slow = Rules::dimension == 3 ? 2 : 1; // the axis of the run

  Rules rules;
  Levels<T> levels;
  Index step;
  int teams_x, teams_y;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), line_of_teams = team / teams_x;
    Index const x = Index{team % teams_x} * lanes + member.team_rank() % lanes,
                row = Index{line_of_teams % teams_y} * rows + member.team_rank() / lanes;
    Index3 const first =
        slow == 2 ? Index3{{x, row, Index{line_of_teams / teams_y} * run}} : Index3{{x, row * run, 0}};
    Box3 block{first, {{first[0] + 1, first[1] + 1, first[2] + 1}}};
    block.upper[slow] = first[slow] + run;
    Domain const& d = rules.domain;
    NodeInMemory<Rules> const one{rules, levels, step};
    if (one.is_interior(block)) {
      T made[run];
      TESSERA_UNROLL
      for (int k = 0; k < run; ++k) made[k] = one.by_formula(node(first, k));
      TESSERA_UNROLL
      for (int k = 0; k < run; ++k) {
        Index3 const i = node(first, k);
        *levels.out.at(i[0], i[1], i[2]) = made[k];
      }
    } else if (first[0] < d.nodes[0] && first[1] < d.nodes[1]) {
      TESSERA_NO_UNROLL
      for (int k = 0; k < run && first[slow] + k < d.nodes[slow]; ++k) {
        Index3 const i = node(first, k);
        *levels.out.at(i[0], i[1], i[2]) = one.near_edge(i);
      }
    }
  }

private:
  /// Node k of a run.
  KOKKOS_FORCEINLINE_FUNCTION static Index3 node(Index3 first, int k) {
    first[slow] += k;
    return first;
  }
};

/// What a plan stores for direct sweeps node by node.
template <class Exec, class Rules>
struct DirectNodes {
  using T = typename Rules::value_type;
  using Single = DirectNodesKernel<Exec, Rules, 1>;
  /// Nodes of a thread. A wide formula takes many registers for one node.
  static constexpr int longest = sizeof(T) <= 8 && Rules::radius <= 2 ? 4 : 1;
  Index3 nodes;
  bool runs; // a small grid is spread over all multiprocessors instead

  DirectNodes(Exec const& exec, Rules const& rules)
      : nodes(rules.domain.whole().upper), runs(teams(longest) >= 2 * multiprocessors(exec.concurrency())) {}

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    if (runs)
      launch<longest>(label, exec, rules, levels, step);
    else
      launch<1>(label, exec, rules, levels, step);
  }

  template <int run>
  DirectNodesKernel<Exec, Rules, run> kernel(Rules const& rules, Levels<T> const& levels, Index step) const {
    return {rules, levels, step, static_cast<int>(teams_x()), static_cast<int>(teams_y(run))};
  }
  Index teams(int run) const {
    return teams_x() * teams_y(run) * (Single::slow == 2 ? divide_up(nodes[2], run) : 1);
  }

private:
  Index teams_x() const { return divide_up(nodes[0], Single::lanes); }
  Index teams_y(int run) const { return divide_up(nodes[1], Single::rows * (Single::slow == 1 ? run : 1)); }

  template <int run>
  void launch(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
              Index step) const {
    constexpr int concurrent_teams = longest == 1 ? 4 : 0; // 64 registers, so that loads overlap
    launch_tiles<Single::team_size, concurrent_teams>(label, exec, kernel<run>(rules, levels, step),
                                                      teams(run), Single::team_size, 0);
  }
};

} // namespace tessera::detail
