// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a system of fields: one launch a stage, from memory to memory.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/system/host_rows.hpp>

namespace tessera::detail {

/// A stage on host cores, in blocks of whole rows.
template <class Rules>
struct StageHostKernel {
  using T = typename Rules::member_type;

  Rules rules;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Index3 block, blocks; // nodes of a block per axis, and blocks per axis

  TESSERA_FLATTEN __attribute__((noinline)) void operator()(Index item) const {
    Rules const r = rules; // a local copy: coefficients stay in registers, since no store can alias them
    auto const own = levels;
    MemoryAccess<T, Rules::count> const access{own, r.domain};
    StageEdges const edges(r);
    Index3 const& n = r.domain.whole().upper;
    Index3 const first{{item % blocks[0] * block[0], item / blocks[0] % blocks[1] * block[1],
                        item / blocks[0] / blocks[1] * block[2]}};
    for (Index z = first[2]; z < min(n[2], first[2] + block[2]); ++z)
      for (Index y = first[1]; y < min(n[1], first[1] + block[1]); ++y)
        StageRow<Rules, MemoryAccess<T, Rules::count>>{r, edges, access, y, z, step}.update(
            first[0], min(n[0], first[0] + block[0]));
  }
};

/// A stage on a device, a thread a node. A team takes a few neighbouring rows, which share values in the
/// first cache.
template <class Rules>
struct StageDeviceKernel {
  using T = typename Rules::member_type;
  static constexpr int lanes = 32; // nodes of a row
  static constexpr int rows = Rules::dimension == 1 ? 1 : 8;
  static constexpr int team_size = Rules::dimension == 1 ? 256 : lanes * rows, along = team_size / rows;

  Rules rules;
  SystemLevels<T, Rules::count> levels;
  Index step;
  int teams_x, teams_y;

  struct Reads {
    static constexpr bool of_memory = true;
    SystemLevels<T, Rules::count> const& levels;
    Index node;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      return levels.in[M][node + ox + oy * levels.stride_y + oz * levels.stride_z];
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Domain const& d = rules.domain;
    int const team = member.league_rank(), row_of_teams = team / teams_x;
    Index const x = Index{team % teams_x} * along + member.team_rank() % along;
    Index const y = Index{row_of_teams % teams_y} * rows + member.team_rank() / along,
                z = row_of_teams / teams_y;
    if (x >= d.nodes[0] || y >= d.nodes[1]) return;
    Index const node = x + y * levels.stride_y + z * levels.stride_z;
    Index const at[3] = {x, y, z};
    bool interior = !rules.is_frozen({{x, y, z}});
    TESSERA_UNROLL
    for (int a = 0; a < Rules::dimension; ++a)
      interior &= at[a] >= Rules::radius && at[a] < d.nodes[a] - Rules::radius;
    MemoryAccess<T, Rules::count> const access{levels, d};
    auto const parts = Rules::apart::split(
        interior ? rules.formula(Reads{levels, node}, x, y, z, step)
                 : rules.general(GeneralStageReads<MemoryAccess<T, Rules::count>>{access, x, y, z}, x, y, z,
                                 step));
    for_members<Rules::writes, Rules::count>([&](auto m) { levels.out[m.number][node] = parts.v[m.number]; });
  }
};

template <class Exec, class Rules>
void sweep_stage(char const* label, Exec const& exec, Rules const& rules,
                 SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step) {
  Index3 const nodes = rules.domain.whole().upper;
  if constexpr (on_host<Exec>) {
    Index const most_rows =
        Rules::dimension == 3 ? rows_of_block<typename Rules::member_type> : rows_of_block_2d(false);
    Index3 const block = direct_block(nodes, Rules::dimension, most_rows, exec.concurrency());
    Index3 const blocks{
        {divide_up(nodes[0], block[0]), divide_up(nodes[1], block[1]), divide_up(nodes[2], block[2])}};
    Kokkos::parallel_for(
        label,
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, blocks[0] * blocks[1] * blocks[2]),
        StageHostKernel<Rules>{rules, levels, step, block, blocks});
  } else {
    using Kernel = StageDeviceKernel<Rules>;
    Index const teams_x = divide_up(nodes[0], Kernel::along), teams_y = divide_up(nodes[1], Kernel::rows);
    launch_tiles(label, exec,
                 Kernel{rules, levels, step, static_cast<int>(teams_x), static_cast<int>(teams_y)},
                 teams_x * teams_y * nodes[2], Kernel::team_size, 0);
  }
}

} // namespace tessera::detail
