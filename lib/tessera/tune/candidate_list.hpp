// SPDX-License-Identifier: Apache-2.0
// A list of candidates: schemes with tiles and fused steps to choose from.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tune/work.hpp>

#include <algorithm>
#include <vector>

namespace tessera::detail {

/// Tiles are given by their cores; the halo is added. On a host, cores end where the grid ends. On a device,
/// widths are those that are compiled.
class CandidateList {
public:
  explicit CandidateList(Work const& work) : work_(work) {}

  void add(char const* scheme, Index3 core = {{0, 0, 0}}, int fused_steps = 0) {
    if (work_.steps_per_call > 0 && fused_steps > work_.steps_per_call) return;
    AnyScheme made{.name = scheme, .fused_steps = fused_steps};
    for (int a = 0; a < work_.dimension; ++a) {
      if (core[a] == 0) continue;
      int const halo = work_.halo_of_step(a) * std::max(1, fused_steps);
      Index const nodes = work_.host ? min(core[a], work_.nodes[a]) : core[a];
      // Nodes that are updated twice would outnumber those that are updated once.
      if (fused_steps > 1 && nodes < work_.nodes[a] && nodes < halo) return;
      made.tile[a] = static_cast<int>(nodes) + halo;
    }
    if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(made);
  }

  /// Adds every combination of these cores and fused steps.
  void add_all(char const* scheme, std::vector<Index> const& x, std::vector<Index> const& y,
               std::vector<Index> const& z, std::vector<int> const& fused_steps) {
    for (int s : fused_steps)
      for (Index k : work_.dimension > 2 ? z : std::vector<Index>{0})
        for (Index j : work_.dimension > 1 ? y : std::vector<Index>{0})
          for (Index i : x) add(scheme, {{i, j, k}}, s);
  }

  std::vector<AnyScheme> all;

private:
  Work work_;
};

inline constexpr Index whole_axis = 1 << 20;

/// The nodes in this number of bytes of a row, at least 8.
inline Index row_of(Work const& w, Index bytes) { return max(8, bytes / static_cast<Index>(w.value_bytes)); }

/// Rows or planes along the slow axis of a tile, if every worker gets two tiles.
inline Index share_of_two(Work const& w) { return divide_up(w.nodes[w.dimension - 1], Index{2} * w.workers); }

} // namespace tessera::detail
