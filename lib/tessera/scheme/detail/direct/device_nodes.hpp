// SPDX-License-Identifier: Apache-2.0
// The direct sweep on a device node by node. In 3D it is for what DirectMarchKernel does not support:
// patterns that are no star, stars wider than its queue, and values that are no numbers. In 2D it is for what
// DirectPlaneKernel would give to few threads, or to threads without enough registers (device_choice.hpp).
// Neighbouring threads take neighbouring nodes of a row. A thread may make a run of nodes, all before it
// stores any: a value that two of them read is loaded once, and what both formulas calculate in the same way
// from the same values, such as the flux through the face between them, is calculated once. Everything else
// comes from the caches.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/node_in_memory.hpp>

#include <type_traits>

namespace tessera::detail {

/// \tparam columns,along nodes of a run in a row, and along the slowest axis
template <class Exec, class Rules, int columns, int along>
struct DirectNodesKernel {
  using T = typename Rules::value_type;
  static constexpr int lanes = 32, rows = 8, team_size = lanes * rows;
  static constexpr int slow = Rules::dimension == 3 ? 2 : 1;
  // With 4 teams a member has 64 registers, with 3 it has 80. A long formula takes more for one node; loads
  // of several members have to overlap nevertheless. Wide boxes take far more, and have as many as they want.
  static constexpr bool wide_box = Rules::radius > 2 && !Rules::star, runs = columns > 1 || along > 1,
                        long_formula = Rules::radius > 2 || sizeof(T) > 8;
  static constexpr int concurrent_teams = wide_box                                    ? 0
                                          : slow == 1 && columns > 1 && sizeof(T) > 4 ? 3
                                          : slow == 1 && runs                         ? 4
                                          : long_formula                              ? 4
                                                                                      : 0;

  /// Teams along each axis of a grid.
  static Index3 teams(Index3 const& nodes) {
    Index3 covered{{lanes * columns, rows, 1}};
    covered[slow] *= along;
    return {
        {divide_up(nodes[0], covered[0]), divide_up(nodes[1], covered[1]), divide_up(nodes[2], covered[2])}};
  }

  Rules rules;
  Levels<T> levels;
  Index step;
  int teams_x, teams_y;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), line_of_teams = team / teams_x;
    Index const x = (Index{team % teams_x} * lanes + member.team_rank() % lanes) * columns,
                row = Index{line_of_teams % teams_y} * rows + member.team_rank() / lanes;
    Index3 const first =
        slow == 2 ? Index3{{x, row, Index{line_of_teams / teams_y} * along}} : Index3{{x, row * along, 0}};
    Box3 block{first, {{first[0] + columns, first[1] + 1, first[2] + 1}}};
    block.upper[slow] = first[slow] + along;
    Domain const& d = rules.domain;
    NodeInMemory<Rules> const one{rules, levels, step};
    if (one.is_interior(block)) {
      T made[along * columns];
      TESSERA_UNROLL
      for (int k = 0; k < along * columns; ++k) made[k] = one.by_formula(node(first, k));
      TESSERA_UNROLL
      for (int k = 0; k < along * columns; ++k) {
        Index3 const i = node(first, k);
        *levels.out.at(i[0], i[1], i[2]) = made[k];
      }
    } else if (first[0] < d.nodes[0] && first[1] < d.nodes[1]) {
      TESSERA_NO_UNROLL
      for (int k = 0; k < along * columns; ++k) {
        Index3 const i = node(first, k);
        if (i[0] < d.nodes[0] && i[slow] < d.nodes[slow]) *levels.out.at(i[0], i[1], i[2]) = one.near_edge(i);
      }
    }
  }

private:
  /// Node k of a run.
  KOKKOS_FORCEINLINE_FUNCTION static Index3 node(Index3 first, int k) {
    first[0] += k % columns;
    first[slow] += k / columns;
    return first;
  }
};

/// What a plan stores for direct sweeps node by node, in runs where that keeps all multiprocessors busy.
template <class Exec, class Rules, int columns, int along>
struct DirectNodes {
  using T = typename Rules::value_type;
  using Single = DirectNodesKernel<Exec, Rules, 1, 1>;
  using Run = DirectNodesKernel<Exec, Rules, columns, along>;
  Index3 nodes;
  bool runs;

  DirectNodes(Exec const& exec, Rules const& rules)
      : nodes(rules.domain.whole().upper),
        runs(number_of_teams<Run>() >= 2 * multiprocessors(exec.concurrency())) {}

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    if (runs)
      launch<Run>(label, exec, rules, levels, step);
    else
      launch<Single>(label, exec, rules, levels, step);
  }

  template <class Kernel>
  Kernel kernel(Rules const& rules, Levels<T> const& levels, Index step) const {
    Index3 const teams = Kernel::teams(nodes);
    return {rules, levels, step, static_cast<int>(teams[0]), static_cast<int>(teams[1])};
  }
  template <class Kernel>
  Index number_of_teams() const {
    Index3 const teams = Kernel::teams(nodes);
    return teams[0] * teams[1] * teams[2];
  }

private:
  template <class Kernel>
  void launch(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
              Index step) const {
    launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
        label, exec, kernel<Kernel>(rules, levels, step), number_of_teams<Kernel>(), Kernel::team_size, 0);
  }
};

} // namespace tessera::detail
