// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a system of fields: one launch a stage, from memory to memory.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/system/device_stage.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/host_stage.hpp>
#include <tessera/scheme/detail/system/node_in_memory.hpp>
#include <tessera/scheme/detail/system/portable.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

#include <bit>
#include <type_traits>

namespace tessera::detail {

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
template <int run, class Exec, class Rules, class Launch>
void for_stage_kernels(Rules const& rules,
                       SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                       Box3 const& nodes, bool with_ends, Launch const& launch) {
  using Kernel = StageDeviceKernel<Exec, Rules, run>;
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
  Kernel const kernel(rules, levels, step, rows, with_ends);
  launch(kernel, kernel.teams());
}

/// A stage on a device.
template <int run, class Exec, class Rules>
void sweep_stage_in_runs(char const* label, Exec const& exec, Rules const& rules,
                         SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                         Box3 const& nodes) {
  for_stage_kernels<run, Exec>(rules, levels, step, nodes, makes_ends_with_rows<Rules>(nodes),
                               [&]<class Kernel>(Kernel const& kernel, Index teams) {
                                 launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
                                     label, exec, kernel, teams, Kernel::team_size, Kernel::scratch);
                               });
}

/// \param watchers on a host: what is reduced of the nodes that are made, all of the domain's
/// \param nontemporal on a host: whether rows are stored around the caches
/// \param holds_constants on a host: whether both levels hold the nodes whose values never change
template <class Exec, class Rules, class Watchers = WatchList<>>
void sweep_stage(char const* label, Exec const& exec, Rules const& rules,
                 SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                 Box3 const& nodes, Index3 const& block, [[maybe_unused]] bool nontemporal,
                 [[maybe_unused]] bool holds_constants, [[maybe_unused]] Watchers const& watchers) {
  static_assert(on_host<Exec> || !Watchers::any, "a device's kernels watch the whole level afterwards");
  if constexpr (on_host<Exec>) {
    auto const blocks = StageBlocks::of(rules, nodes, exec.concurrency(), Watchers::any, block);
    sweep_stage_on_host(label, exec, rules, levels, step, blocks, nontemporal, holds_constants, watchers);
  } else if constexpr (!has_warps<Exec>) {
    sweep_stage_portably(label, exec, rules, levels, step, nodes);
  } else {
    constexpr int longest = run_on_device<Rules>;
    // A small grid is spread over all multiprocessors.
    if (StageDeviceKernel<Exec, Rules, longest>::teams_of_rows(nodes) >=
        2 * multiprocessors(exec.concurrency()))
      sweep_stage_in_runs<longest>(label, exec, rules, levels, step, nodes);
    else
      sweep_stage_in_runs<1>(label, exec, rules, levels, step, nodes);
  }
}

} // namespace tessera::detail
