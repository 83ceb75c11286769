// SPDX-License-Identifier: Apache-2.0
// A stage on host cores, from memory to memory.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/host_rows.hpp>
#include <tessera/scheme/detail/system/node_in_memory.hpp>
#include <tessera/scheme/detail/system/stage_blocks.hpp>
#include <tessera/scheme/detail/system/stage_points.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

#include <bit>

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

/// Whether no points of these stages change, in one level, nodes that otherwise keep their values: then both
/// levels hold those after two steps.
template <class... Rules>
inline constexpr bool keeps_constants = !(visits_points<Rules> || ...);

/// Updates a share of the nodes.
template <class Rules, class Watchers = WatchList<>>
struct StageHostKernel {
  using T = typename Rules::member_type;

  Rules const& rules;
  Watchers watchers;
  SystemLevels<T, Rules::count> levels;
  Index step;
  StageBlocks blocks;
  bool nontemporal;
  bool holds_constants = false; // whether both levels hold the nodes whose values never change

  void operator()(Index share) const {
    for_each_period(rules, blocks.nodes,
                    [&](Rules const& turned, Box3 const& part) { make_rows(turned, part, share); });
    if (nontemporal) fence_nontemporal();
  }

private:
  TESSERA_FLATTEN __attribute__((noinline)) void make_rows(Rules const& rules_of_part, Box3 const& part,
                                                           Index share) const {
    // A local copy: coefficients stay in registers, since no store can alias them. There is one for all
    // blocks, since a copy counts references to Views, in memory that all cores write.
    Rules const r = rules_of_part;
    auto const own = levels;
    MemoryAccess<T, Rules::count> const access{own, r.domain};
    StageRowEdges<Rules, MemoryAccess<T, Rules::count>> const edges(r);
    blocks.for_share(share, [&](Box3 const& block) TESSERA_ALWAYS_INLINE {
      Box3 const box = common_part(block, part);
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y) {
          StageRow<Rules, MemoryAccess<T, Rules::count>>{r, edges, access,      y,
                                                         z, step,  nontemporal, holds_constants}
              .update(box.lower[0], box.upper[0]);
          Box3 const row{{box.lower[0], y, z}, {box.upper[0], y + 1, z + 1}};
          apply_stage_points(r, row, common_part(row, r.domain.whole()), step, access);
          if constexpr (Watchers::any) watch(r, box.lower[0], box.upper[0], y, z);
        }
    });
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

/// \param nontemporal whether rows are stored around the caches
/// \param holds_constants whether both levels hold the nodes whose values never change
template <class Exec, class Rules, class Watchers>
void sweep_stage_on_host(char const* label, Exec const& exec, Rules const& rules,
                         SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                         StageBlocks const& blocks, bool nontemporal, bool holds_constants,
                         Watchers const& watchers) {
  launch(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, blocks.shares),
      StageHostKernel<Rules, Watchers>{rules, watchers, levels, step, blocks, nontemporal, holds_constants});
}

} // namespace tessera::detail
