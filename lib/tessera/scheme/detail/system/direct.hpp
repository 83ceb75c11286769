// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a system of fields: one launch a stage, from memory to memory.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/system/host_rows.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

namespace tessera::detail {

/// A stage on host cores, in blocks of whole rows; in 1D they are pieces of the one row.
template <class Rules, class Watchers>
struct StageHostKernel {
  using T = typename Rules::member_type;

  Rules rules;
  Watchers watchers;
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
      for (Index y = first[1]; y < min(n[1], first[1] + block[1]); ++y) {
        Index const end = min(n[0], first[0] + block[0]);
        StageRow<Rules, MemoryAccess<T, Rules::count>>{r, edges, access, y, z, step}.update(first[0], end);
        if constexpr (Watchers::any) watch(r, first[0], end, y, z);
      }
  }

private:
  /// Reduces what now lies in a row.
  void watch(Rules const& r, Index begin, Index end, Index y, Index z) const {
    T const* row[Rules::count];
    for (int m = 0; m < Rules::count; ++m)
      row[m] = ((Rules::writes >> m & 1u) != 0 ? levels.out[m] : levels.in[m]) + y * levels.stride_y +
               z * levels.stride_z;
    Index const pieces = divide_up(r.domain.nodes[0], watched_piece);
    for (Index x = begin; x < end; x += watched_piece)
      watchers.for_each([&](auto const& one) {
        one.partial[(z * r.domain.nodes[1] + y) * pieces + x / watched_piece] =
            watch_piece(r, one, row, x, min(end, x + watched_piece), y, z, step + 1);
      });
  }
};

/// A stage on a device, a thread a node. A team takes a few neighbouring rows, which share values in the
/// first cache.
template <class Exec, class Rules, class Watchers>
struct StageDeviceKernel {
  using T = typename Rules::member_type;
  static constexpr int lanes = 32; // nodes of a row
  static constexpr int rows = Rules::dimension == 1 ? 1 : 8;
  static constexpr int team_size = Rules::dimension == 1 ? 256 : lanes * rows, along = team_size / rows;
  /// Bytes of scratch: room for a number a member of the team, one watcher after the other.
  static constexpr std::size_t scratch = Watchers::any ? 16 + 16 * team_size : 0;

  Rules rules;
  Watchers watchers;
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
    bool const exists = x < d.nodes[0] && y < d.nodes[1];
    if constexpr (!Watchers::any) {
      if (exists) update(x, y, z);
    } else {
      typename Rules::apart::Array made{};
      if (exists) made = update(x, y, z);
      watch(member, made, {{x, y, z}}, exists);
    }
  }

private:
  /// Makes a node. Returns all its members.
  KOKKOS_FORCEINLINE_FUNCTION typename Rules::apart::Array update(Index x, Index y, Index z) const {
    Domain const& d = rules.domain;
    Index const node = x + y * levels.stride_y + z * levels.stride_z;
    Index const at[3] = {x, y, z};
    bool interior = !rules.is_frozen({{x, y, z}});
    TESSERA_UNROLL
    for (int a = 0; a < Rules::dimension; ++a)
      interior &= at[a] >= Rules::radius && at[a] < d.nodes[a] - Rules::radius;
    typename Rules::apart::Array parts;
    if (interior)
      parts = Rules::apart::split(rules.formula(Reads{levels, node}, x, y, z, step));
    else
      parts = at_face(x, y, z, node);
    for_members<Rules::writes, Rules::count>([&](auto m) { levels.out[m.number][node] = parts.v[m.number]; });
    if constexpr (Watchers::any)
      for_members<Rules::apart::all & ~Rules::writes, Rules::count>(
          [&](auto m) { parts.v[m.number] = levels.in[m.number][node]; });
    return parts;
  }

  KOKKOS_FORCEINLINE_FUNCTION typename Rules::apart::Array at_face(Index x, Index y, Index z,
                                                                   Index node) const {
    if constexpr (Rules::freezes_faces) { // the general update would take registers from all nodes
      typename Rules::apart::Array parts{};
      for_members<Rules::writes, Rules::count>(
          [&](auto m) { parts.v[m.number] = levels.in[m.number][node]; });
      return parts;
    } else {
      MemoryAccess<T, Rules::count> const access{levels, rules.domain};
      return Rules::apart::split(
          rules.general(GeneralStageReads<MemoryAccess<T, Rules::count>>{access, x, y, z}, x, y, z, step));
    }
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void watch(Member const& member, typename Rules::apart::Array const& made,
                                         Index3 const& i, bool exists) const {
    void* const room = member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(16 * team_size, 16);
    watchers.for_each([&]<class Watch>(Watch const& one) {
      using Number = typename Watch::Number;
      static_assert(sizeof(Number) <= 16);
      Number own = Watch::Reduction::template identity<Number>();
      if (exists)
        own = one.value(Rules::apart::join(made), Node<typename Rules::Order>(rules.domain, i, step + 1));
      Number const all = join_of_team<typename Watch::Reduction>(member, static_cast<Number*>(room), own);
      if (member.team_rank() == 0) one.partial[member.league_rank()] = all;
    });
  }
};

/// How a stage's sweep cuts the domain.
template <class Exec, class Rules>
struct StageSweep {
  Index3 block, blocks;           // on a host: nodes of a block per axis, and blocks per axis
  Index teams_x = 0, teams_y = 0; // on a device
  Index partials = 0;             // numbers that a watcher needs room for

  StageSweep(Exec const& exec, Domain const& domain, bool watched) {
    Index3 const nodes = domain.whole().upper;
    if constexpr (on_host<Exec>) {
      Index const most_rows =
          Rules::dimension == 3 ? rows_of_block<typename Rules::member_type> : rows_of_block_2d(false);
      block = direct_block(nodes, Rules::dimension, most_rows, exec.concurrency());
      if (Rules::dimension == 1 && watched) block[0] = watched_piece;
      for (int a = 0; a < 3; ++a) blocks[a] = divide_up(nodes[a], block[a]);
      partials = divide_up(nodes[0], watched_piece) * nodes[1] * nodes[2];
    } else {
      using Kernel = StageDeviceKernel<Exec, Rules, WatchList<>>;
      teams_x = divide_up(nodes[0], Kernel::along);
      teams_y = divide_up(nodes[1], Kernel::rows);
      partials = teams_x * teams_y * nodes[2];
    }
  }
};

template <class Exec, class Rules, class Watchers = WatchList<>>
void sweep_stage(char const* label, Exec const& exec, Rules const& rules,
                 SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                 Watchers const& watchers = {}) {
  StageSweep<Exec, Rules> const cut(exec, rules.domain, Watchers::any);
  if constexpr (on_host<Exec>) {
    Kokkos::parallel_for(
        label,
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0,
                                                            cut.blocks[0] * cut.blocks[1] * cut.blocks[2]),
        StageHostKernel<Rules, Watchers>{rules, watchers, levels, step, cut.block, cut.blocks});
  } else {
    using Kernel = StageDeviceKernel<Exec, Rules, Watchers>;
    launch_tiles(
        label, exec,
        Kernel{rules, watchers, levels, step, static_cast<int>(cut.teams_x), static_cast<int>(cut.teams_y)},
        cut.partials, Kernel::team_size, Kernel::scratch);
  }
}

} // namespace tessera::detail
