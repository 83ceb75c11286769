// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking for small grids on a host, where the whole grid is the tile. It decides
// whether the grid fits, how many cores share it and how often they exchange messages, and launches
// kernel.hpp.
#pragma once

#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/temporal/host/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/scheme.hpp>

#include <cmath>
#include <memory>

namespace tessera::detail {

/// Chooses how members go through shares of so many rows (planes in 3D). A row has `nodes` nodes and takes
/// `bytes` in all buffers together. The steps between two messages balance two costs: a wait takes as long as
/// updating `a_wait` nodes, and more steps mean more ghost rows to update.
/// \param plane the grid is 2D. Then long rows may be updated one at a time, a share may be stepped in
///        chunks, and ghost rows are cheap to update; volumes gain by none of these
///        (docs/notes/small-grids-on-a-cpu.md)
/// \param one_by_one each step needs a message, since ghost rows across a period have other indices and are
///        not updated
inline ExchangeInterval exchange_interval(Index nodes, Index bytes, Index rows, int radius, bool plane,
                                          bool one_by_one) {
  constexpr double a_wait = 2500;
  constexpr Index first_cache = 32 * 1024;
  bool const long_rows = plane && nodes >= 64; // so that the fixed cost of a row is small
  bool const side_by_side = !(stores_row_by_row && long_rows) || rows * bytes <= first_cache;
  if (one_by_one || !plane) return {1, rows, side_by_side};

  bool const stays = rows * bytes <= static_cast<Index>(second_cache_bytes()) * 3 / 4;
  Index const steps = stays ? 0 : min(steps_of_chunk(bytes, radius), rows / (4 * radius));
  if (steps > 1) return {static_cast<int>(steps), rows_in_second_cache(bytes) - steps * radius, side_by_side};
  auto const balanced = static_cast<Index>(std::sqrt(2 * a_wait / static_cast<double>(nodes * radius)));
  return {static_cast<int>(max(1, min(balanced, rows / (4 * radius)))), rows, side_by_side};
}

template <class Exec, class Rules>
class TemporalHostPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return false; }
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int most_steps = 1024;

  /// Whether this plan can do what the user asks for: the user gives no tile, and the grid stays in the
  /// cores' caches.
  template <class Scheme>
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    for (int extent : scheme.tile)
      if (extent != 0) return false;
    if (scheme.fused_steps < 0 || scheme.fused_steps > most_steps) return false;
    return temporal_way(temporal_case(exec, rules)) == TemporalWay::caches &&
           max_scratch(rules, team_size_for(exec, rules)) <= scratch_limit<Exec>();
  }

  template <class Scheme>
  TemporalHostPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), frame_(std::make_shared<HostFrame<Rules> const>(rules)),
        fused_(scheme.fused_steps > 0 ? scheme.fused_steps : most_steps),
        team_size_(team_size_for(exec, rules)), interval_(interval_for(rules, team_size_)),
        scratch_(max_scratch(rules, team_size_)) {
    launch("tessera::scratch::reserve", policy(exec), TouchNothing{});
  }

  int steps_of_sweep(Index left) const { return static_cast<int>(min(fused_, left)); }
  SchemeReport report() const {
    SchemeReport report{.scheme = "temporal",
                        .fused_steps = fused_,
                        .scratch_bytes = scratch_,
                        .way = name_of(TemporalWay::caches)};
    for (int a = 0; a < 3; ++a) report.tile[a] = static_cast<int>(rules_.domain.nodes[a]);
    return report;
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    launch("tessera::temporal::sweep", policy(exec),
           Kernel{rules_, frame_.get(), levels, step, steps, interval_});
  }

private:
  using Kernel = CachedGridKernel<Rules>;

  static int team_size_for(Exec const& exec, Rules const& rules) {
    return static_cast<int>(cores_of_cached_grid(temporal_case(exec, rules)));
  }

  static std::size_t max_scratch(Rules const& rules, int cores) {
    ExchangeInterval const interval = interval_for(rules, cores);
    return 64 + std::max(Kernel::scratch_bytes(rules.domain, 0, cores, interval),
                         Kernel::scratch_bytes(rules.domain, R, cores, interval));
  }

  static ExchangeInterval interval_for(Rules const& rules, int cores) {
    Domain const& d = rules.domain;
    Index const nodes = d.whole().size() / d.nodes[slow];
    Index const bytes = nodes * HostTurn<Rules>::buffers * static_cast<Index>(sizeof(T));
    return exchange_interval(nodes, bytes, d.nodes[slow] / cores, R, D == 2, d.wraps[slow]);
  }

  auto policy(Exec const& exec) const {
    return Kokkos::TeamPolicy<Exec>(exec, 1, team_size_)
        .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch_ + 64)));
  }

  Rules rules_;
  std::shared_ptr<HostFrame<Rules> const> frame_;
  int fused_, team_size_;
  ExchangeInterval interval_;
  std::size_t scratch_;
};

} // namespace tessera::detail
