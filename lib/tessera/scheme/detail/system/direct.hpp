// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a system of fields: one launch a stage, from memory to memory.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/host_rows.hpp>
#include <tessera/scheme/detail/system/node_in_memory.hpp>
#include <tessera/scheme/detail/system/portable.hpp>
#include <tessera/scheme/detail/system/stage_points.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

#include <bit>
#include <type_traits>

namespace tessera::detail {

/// Whether it comes into question that a stage's sweep stores its rows around the caches: what it reads and
/// writes exceeds the last cache, so that what it writes has left it before a sweep reads it, and a line that
/// is written whole need not be fetched first. Of a last cache of 480 MiB, which many cores share, two were
/// measured to keep about 100.
template <class Rules>
bool may_stream_rows(Rules const& rules, int cores) {
  if constexpr (may_stream<Rules>) {
    constexpr int values = std::popcount(Rules::near | Rules::writes) + std::popcount(Rules::writes);
    constexpr std::size_t of_core = std::size_t{48} << 20;
    auto const nodes = static_cast<std::size_t>(rules.domain.whole().size());
    return nodes * values * sizeof(typename Rules::member_type) >
           std::min(last_cache_bytes(cores), of_core * static_cast<std::size_t>(cores));
  } else {
    return false;
  }
}

/// Rows of a block in 3D: as many as leave the planes that a stage reads and writes in half of a core's
/// second cache, see rows_of_block_3d.
template <class Rules>
Index rows_of_stage_block_3d(Index3 const& nodes) {
  using T = typename Rules::member_type;
  constexpr int read = std::popcount(Rules::near) * (Rules::below(2) + 1 + Rules::above(2)) +
                       std::popcount(Rules::apart::all & ~Rules::near),
                planes = read + 2 * std::popcount(Rules::writes);
  Index const plane_of_row = planes * nodes[0] * static_cast<Index>(sizeof(T));
  Index const rows = max(rows_of_block<T>, static_cast<Index>(second_cache_bytes() / 2) / plane_of_row);
  return min(rows, nodes[1]);
}

/// A stage on host cores, in blocks of whole rows; in 1D they are pieces of the one row.
template <class Rules, class Watchers>
struct StageHostKernel {
  using T = typename Rules::member_type;

  Rules rules;
  Watchers watchers;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Box3 nodes;           // that are updated
  Index3 block, blocks; // nodes of a block per axis, and blocks per axis
  bool nontemporal;

  void operator()(Index item) const {
    Index const at[3] = {item % blocks[0], item / blocks[0] % blocks[1], item / blocks[0] / blocks[1]};
    Box3 box = nodes;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = nodes.lower[a] + at[a] * block[a];
      box.upper[a] = min(nodes.upper[a], box.lower[a] + block[a]);
    }
    for_each_period(rules, box, [&](Rules const& turned, Box3 const& part) { make_rows(turned, part); });
    if (nontemporal) fence_nontemporal();
  }

private:
  TESSERA_FLATTEN __attribute__((noinline)) void make_rows(Rules const& rules_of_part,
                                                           Box3 const& part) const {
    Rules const r = rules_of_part; // a local copy: coefficients stay in registers, no store can alias them
    auto const own = levels;
    MemoryAccess<T, Rules::count> const access{own, r.domain};
    StageEdges const edges(r);
    for (Index z = part.lower[2]; z < part.upper[2]; ++z)
      for (Index y = part.lower[1]; y < part.upper[1]; ++y) {
        StageRow<Rules, MemoryAccess<T, Rules::count>>{r, edges, access, y, z, step, nontemporal}.update(
            part.lower[0], part.upper[0]);
        Box3 const row{{part.lower[0], y, z}, {part.upper[0], y + 1, z + 1}};
        apply_stage_points(r, row, common_part(row, r.domain.whole()), step, access);
        if constexpr (Watchers::any) watch(r, part.lower[0], part.upper[0], y, z);
      }
  }

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

/// The nodes that a member of a team makes on a device, along axis 1. With more members per node registers
/// are scarce, and a run longer than one node is slower.
template <class Rules>
inline constexpr int run_on_device = [] {
  constexpr int values =
      std::popcount(Rules::near) + (Rules::in_place ? 0 : std::popcount(Rules::writes)); // of a node
  return Rules::dimension > 1 && values * static_cast<int>(sizeof(typename Rules::member_type)) <= 16 ? 4 : 1;
}();

/// The ends of rows in a volume, which teams of their own make on a device, with neighbouring columns apart:
/// else each warp of a row would make its end by the general update while its other members wait. The rows at
/// other faces are whole warps.
struct RowEnds {
  Index lower = 0, first_inside = 0, last_inside = 0, upper = 0; // columns
  KOKKOS_FORCEINLINE_FUNCTION Index columns() const { return first_inside - lower + upper - last_inside; }
  KOKKOS_FORCEINLINE_FUNCTION Index column(Index number) const {
    Index const below = first_inside - lower;
    return number < below ? lower + number : last_inside + number - below;
  }

  RowEnds() = default;
  /// Of a box, if enough of its nodes lie in the interior along a row, see interior_of().
  RowEnds(Box3 const& box, Box3 const& interior)
      : lower(box.lower[0]), first_inside(max(lower, interior.lower[0])),
        last_inside(min(box.upper[0], interior.upper[0])), upper(box.upper[0]) {
    if (last_inside - first_inside >= 32) return;
    first_inside = lower;
    last_inside = upper;
  }
};

/// A stage on a device. A member of a team makes a run of nodes along axis 1, and all before it stores any:
/// so a value that two nodes of the run read is loaded once. A team takes neighbouring rows, which share
/// values in the first cache.
template <class Exec, class Rules, class Watchers, int run>
struct StageDeviceKernel {
  using T = typename Rules::member_type;
  using Array = typename Rules::apart::Array;
  static constexpr int D = Rules::dimension;
  static constexpr int lanes = 32; // nodes of a row
  static constexpr int rows = D == 1 ? 1 : 8;
  static constexpr int team_size = D == 1 ? 256 : lanes * rows, along = team_size / rows;
  /// Bytes of scratch: room for a number a member of the team, one watcher after the other.
  static constexpr std::size_t scratch = Watchers::any ? 16 + 16 * team_size : 0;

  Rules rules;
  Watchers watchers;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Box3 box;      // the nodes that are updated
  Box3 interior; // see interior_of()
  bool anywhere; // whether some of them lie beyond a period's end, see Node
  int teams_x, teams_y;
  RowEnds ends;
  int teams; // that make the box; those of the ends come after them

  static constexpr bool parts_ends = D == 3 && !Rules::freezes_faces && !Watchers::any;
  /// Teams that make the ends: each of them 32 rows of 8 planes in one column.
  KOKKOS_FUNCTION static Index teams_of_ends(RowEnds const& ends, Box3 const& box) {
    return ends.columns() * divide_up(box.extent(1), along) * divide_up(box.extent(2), rows);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    if constexpr (parts_ends)
      if (member.league_rank() >= teams) return update_end(member.league_rank() - teams, member.team_rank());
    int const team = member.league_rank(), row_of_teams = team / teams_x;
    Index const x = box.lower[0] + Index{team % teams_x} * along + member.team_rank() % along;
    Index const y = box.lower[1] + (Index{row_of_teams % teams_y} * rows + member.team_rank() / along) * run,
                z = box.lower[2] + row_of_teams / teams_y;
    bool const makes = parts_ends ? x >= ends.first_inside && x < ends.last_inside : x < box.upper[0];
    int const nodes = makes ? static_cast<int>(min(run, box.upper[1] - y)) : 0; // of the run
    if constexpr (!Watchers::any) {
      if (nodes > 0) update(x, y, z, nodes, [](Array const&, Index) {});
    } else {
      watch(member, x, y, z, nodes);
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void update_end(int team, int rank) const {
    auto const columns = static_cast<int>(ends.columns()),
               blocks_y = static_cast<int>(divide_up(box.extent(1), along));
    int const block = team / columns;
    Index const x = ends.column(team % columns), y = box.lower[1] + block % blocks_y * along + rank % along,
                z = box.lower[2] + block / blocks_y * rows + rank / along;
    if (y >= box.upper[1] || z >= box.upper[2]) return;
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const node = one.place(x, y, z);
    one.store(one.made(x, y, z, node), node);
  }

  /// Makes a run of nodes, and calls seen(members, y) for each of them.
  template <class Seen>
  KOKKOS_FORCEINLINE_FUNCTION void update(Index x, Index y, Index z, int nodes, Seen const& seen) const {
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const node = one.place(x, y, z);
    if constexpr (run == 1) {
      finish(one, one.made(x, y, z, node), node, y, seen);
    } else if (nodes == run && !rules.obstacle.present() && one.is_interior(x, y, z) &&
               one.is_interior(x, y + run - 1, z)) {
      Array made[run];
      TESSERA_UNROLL
      for (int r = 0; r < run; ++r) made[r] = one.by_formula(x, y + r, z, node + r * levels.stride_y);
      TESSERA_UNROLL
      for (int r = 0; r < run; ++r) finish(one, made[r], node + r * levels.stride_y, y + r, seen);
    } else {
      TESSERA_NO_UNROLL
      for (int r = 0; r < nodes; ++r) {
        Index const here = node + r * levels.stride_y;
        finish(one, one.made(x, y + r, z, here), here, y + r, seen);
      }
    }
  }

  template <class Seen>
  KOKKOS_FORCEINLINE_FUNCTION void finish(StageNode<Rules> const& one, Array made, Index node, Index y,
                                          Seen const& seen) const {
    one.store(made, node);
    if constexpr (Watchers::any)
      for_members<Rules::apart::all & ~Rules::writes, Rules::count>(
          [&](auto m) { made.v[m.number] = levels.in[m.number][node]; });
    seen(made, y);
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void watch(Member const& member, Index x, Index y, Index z, int nodes) const {
    void* const room = member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(16 * team_size, 16);
    Array made[run]{};
    if (nodes > 0)
      update(x, y, z, nodes, [&](Array const& parts, Index row) {
        TESSERA_UNROLL
        for (int r = 0; r < run; ++r)
          if (y + r == row) made[r] = parts;
      });
    watchers.for_each([&]<class Watch>(Watch const& one) {
      using Number = typename Watch::Number;
      static_assert(sizeof(Number) <= 16);
      Number own = Watch::Reduction::template identity<Number>();
      TESSERA_UNROLL
      for (int r = 0; r < run; ++r)
        if (r < nodes)
          own = Watch::Reduction::join(
              own, one.value(Rules::apart::join(made[r]),
                             Node<typename Rules::Order>(rules.domain, {{x, y + r, z}}, step + 1)));
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
  int run = 1;                    // on a device: nodes of a member
  Index partials = 0;             // numbers that a watcher needs room for

  /// \param box the nodes that are updated; all of the domain's where they are watched
  /// \param own on a host the blocks' extent; zeros leave it to this
  StageSweep(Exec const& exec, Rules const& rules, Box3 const& box, bool watched,
             [[maybe_unused]] Index3 const& own = {}) {
    Index3 const nodes = box.extents();
    if constexpr (on_host<Exec>) {
      Index const most_rows =
          Rules::dimension == 3 ? rows_of_stage_block_3d<Rules>(nodes) : rows_of_block_2d(false);
      block = own[0] > 0 ? own : direct_block(nodes, Rules::dimension, most_rows, exec.concurrency());
      if (Rules::dimension == 1 && watched) block[0] = watched_piece;
      for (int a = 0; a < 3; ++a) blocks[a] = divide_up(nodes[a], block[a]);
      partials = pieces_of_rows(rules.domain);
    } else if constexpr (!has_warps<Exec>) {
      partials = pieces_of_rows(rules.domain);
    } else {
      using Kernel = StageDeviceKernel<Exec, Rules, WatchList<>, 1>;
      teams_x = divide_up(nodes[0], Kernel::along);
      constexpr int longest = run_on_device<Rules>;
      // A small grid is spread over all multiprocessors.
      if (teams_x * divide_up(nodes[1], Kernel::rows * longest) * nodes[2] >=
          2 * multiprocessors(exec.concurrency()))
        run = longest;
      teams_y = divide_up(nodes[1], Kernel::rows * run);
      partials = teams_x * teams_y * nodes[2];
    }
  }
};

/// \param nontemporal on a host: whether rows are stored around the caches
template <class Exec, class Rules, class Watchers = WatchList<>>
void sweep_stage(char const* label, Exec const& exec, Rules const& rules,
                 SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                 Box3 const& nodes, Index3 const& block, [[maybe_unused]] bool nontemporal,
                 Watchers const& watchers) {
  if constexpr (on_host<Exec>) {
    StageSweep<Exec, Rules> const cut(exec, rules, nodes, Watchers::any, block);
    launch(label,
           Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0,
                                                               cut.blocks[0] * cut.blocks[1] * cut.blocks[2]),
           StageHostKernel<Rules, Watchers>{rules, watchers, levels, step, nodes, cut.block, cut.blocks,
                                            nontemporal});
  } else if constexpr (!has_warps<Exec>) {
    sweep_stage_portably(label, exec, rules, levels, step, nodes, watchers);
  } else {
    Box3 const interior = interior_of(rules);
    RowEnds ends;
    if constexpr (StageDeviceKernel<Exec, Rules, Watchers, 1>::parts_ends) ends = RowEnds(nodes, interior);
    StageSweep<Exec, Rules> const cut(exec, rules, nodes, Watchers::any);
    auto const launch = [&]<int run>(std::integral_constant<int, run>) {
      using Kernel = StageDeviceKernel<Exec, Rules, Watchers, run>;
      launch_tiles(label, exec,
                   Kernel{rules, watchers, levels, step, nodes, interior, !is_straight(rules.domain, nodes),
                          static_cast<int>(cut.teams_x), static_cast<int>(cut.teams_y), ends,
                          static_cast<int>(cut.partials)},
                   cut.partials + Kernel::teams_of_ends(ends, nodes), Kernel::team_size, Kernel::scratch);
    };
    constexpr int longest = run_on_device<Rules>;
    if (cut.run == longest)
      launch(std::integral_constant<int, longest>{});
    else
      launch(std::integral_constant<int, 1>{});
  }
}

} // namespace tessera::detail
