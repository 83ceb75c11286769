// SPDX-License-Identifier: Apache-2.0
// Temporal blocking of small grids on a host: the whole grid is the tile. What fits, how many cores share it, and launching it.
#pragma once

#include <tessera/scheme/detail/host_resident.hpp>

#include <memory>

namespace tessera::detail {

/// Whether time levels of so many bytes in all stay in the second-level caches of so many cores. Beyond that, rows that are
/// streamed take less time.
inline bool stays_in_caches(Index bytes, Index cores) { return bytes <= cores * 1024 * 1024; }

/// How many cores share a small grid. With fewer nodes each, they would wait for each other longer than they work.
inline Index cores_for(Index nodes, Index offered) { return max(1, min(offered, nodes / 2048)); }

template <class Exec, class Rules>
class TemporalHostPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return false; }
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;
  static constexpr int most_steps = 1024;

  /// Whether these choices can be had: no tile, and a grid that stays in the cores' caches.
  template <class Scheme>
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    for (int extent : scheme.tile)
      if (extent != 0) return false;
    if (rules.domain.reads_halo() || scheme.fused_steps < 0 || scheme.fused_steps > most_steps) return false;
    int const cores = team_size_for(exec, rules);
    Index const bytes = rules.domain.whole().size() * static_cast<Index>(sizeof(T));
    return stays_in_caches(Kernel::buffers * bytes, cores) &&
           max_scratch(rules, cores) <= scratch_limit<Exec>();
  }

  template <class Scheme>
  TemporalHostPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), frame_(std::make_shared<HostFrame<Rules> const>(rules)),
        fused_(scheme.fused_steps > 0 ? scheme.fused_steps : most_steps),
        team_size_(team_size_for(exec, rules)),
        scratch_(Kernel::scratch_bytes(rules.domain, frame_->inner.lower[0], team_size_)) {
    Kokkos::parallel_for("tessera::scratch::reserve", policy(exec), TouchNothing{});
  }

  int steps_of_sweep(Index left) const { return static_cast<int>(min(fused_, left)); }
  SchemeReport report() const {
    SchemeReport report{.scheme = "temporal", .fused_steps = fused_, .scratch_bytes = scratch_};
    for (int a = 0; a < 3; ++a) report.tile[a] = static_cast<int>(rules_.domain.nodes[a]);
    return report;
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    Kokkos::parallel_for("tessera::temporal::sweep", policy(exec),
                         Kernel{rules_, frame_.get(), levels, step, steps});
  }

private:
  using Kernel = HostResidentKernel<Rules>;

  static int team_size_for(Exec const& exec, Rules const& rules) {
    if (D == 1) return 1;
    Index const by_rows = rules.domain.nodes[slow] / (2 * Kernel::strip);
    return static_cast<int>(max(1, min(cores_for(rules.domain.whole().size(), exec.concurrency()), by_rows)));
  }

  static std::size_t max_scratch(Rules const& rules, int cores) {
    return 64 + std::max(Kernel::scratch_bytes(rules.domain, 0, cores),
                         Kernel::scratch_bytes(rules.domain, R, cores));
  }

  auto policy(Exec const& exec) const {
    return Kokkos::TeamPolicy<Exec>(exec, 1, team_size_)
        .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch_ + 64)));
  }

  Rules rules_;
  std::shared_ptr<HostFrame<Rules> const> frame_;
  int fused_, team_size_;
  std::size_t scratch_;
};

} // namespace tessera::detail
