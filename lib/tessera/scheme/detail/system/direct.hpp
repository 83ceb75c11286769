// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a system of fields: one launch a stage, from memory to memory.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/system/device_stage.hpp>
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

/// How a stage's sweep cuts the domain.
template <class Exec, class Rules>
struct StageSweep {
  Index3 block, blocks; // on a host: nodes of a block per axis, and blocks per axis
  int run = 1;          // on a device: nodes of a member, along the slow axis
  Index partials = 0;   // numbers that a watcher needs room for

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
      constexpr int longest = run_on_device<Rules>;
      // A small grid is spread over all multiprocessors.
      auto const teams = [&]<int length>(std::integral_constant<int, length>) {
        return StageDeviceKernel<Exec, Rules, WatchList<>, length>::teams_of_rows(box);
      };
      partials = teams(std::integral_constant<int, longest>{});
      if (partials >= 2 * multiprocessors(exec.concurrency()))
        run = longest;
      else
        partials = teams(std::integral_constant<int, 1>{});
    }
  }
};

/// Whether the ends of rows are made together with the rows, so that memory gets whole lines; where a
/// device's second cache holds all that a stage reads and writes, lines are whole before they leave it
/// anyway.
template <class Rules>
bool makes_ends_with_rows(Box3 const& nodes) {
  constexpr int values = std::popcount(Rules::near | Rules::writes) + std::popcount(Rules::written_apart);
  return nodes.size() * values * static_cast<Index>(sizeof(typename Rules::member_type)) > (Index{48} << 20);
}

/// The kernels of a stage's sweep on a device, whose members make runs of so many nodes: launch(kernel,
/// teams) for each. \param with_ends see makes_ends_with_rows()
template <int run, class Exec, class Rules, class Watchers, class Launch>
void for_stage_kernels(Rules const& rules,
                       SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                       Box3 const& nodes, Watchers const& watchers, bool with_ends, Launch const& launch) {
  using Kernel = StageDeviceKernel<Exec, Rules, Watchers, run>;
  Box3 rows = nodes;
  if constexpr (Kernel::parts_ends) {
    Box3 const interior = interior_of(rules);
    Box3 inside = common_part(nodes, interior);
    rows = inside;
    rows.lower[0] = nodes.lower[0]; // the first warps of rows begin where rows of memory do
    rows.upper[0] = nodes.upper[0];
    if (with_ends) inside = rows;
    using Edges = StageEdgesKernel<Rules>;
    NodesOfSlabs const edges(inside, nodes);
    if (edges.size() > 0)
      launch(Edges{rules, levels, step, interior, !is_straight(rules.domain, nodes), edges},
             divide_up(edges.size(), Edges::team_size));
    if (inside.size() == 0) return;
  }
  Kernel const kernel(rules, watchers, levels, step, rows, with_ends);
  launch(kernel, kernel.teams());
}

/// A stage on a device.
template <int run, class Exec, class Rules, class Watchers>
void sweep_stage_in_runs(char const* label, Exec const& exec, Rules const& rules,
                         SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                         Box3 const& nodes, Watchers const& watchers) {
  for_stage_kernels<run, Exec>(rules, levels, step, nodes, watchers, makes_ends_with_rows<Rules>(nodes),
                               [&]<class Kernel>(Kernel const& kernel, Index teams) {
                                 launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
                                     label, exec, kernel, teams, Kernel::team_size, Kernel::scratch);
                               });
}

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
    constexpr int longest = run_on_device<Rules>;
    if (StageSweep<Exec, Rules>(exec, rules, nodes, Watchers::any).run == longest)
      sweep_stage_in_runs<longest>(label, exec, rules, levels, step, nodes, watchers);
    else
      sweep_stage_in_runs<1>(label, exec, rules, levels, step, nodes, watchers);
  }
}

} // namespace tessera::detail
