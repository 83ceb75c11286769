// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming on host cores.
#pragma once

#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/host/march_block.hpp>
#include <tessera/scheme/detail/host/store_trial.hpp>
#include <tessera/scheme/detail/streaming/host_kernel.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

/// Sweeps in any blocks of nodes, each of which marches along the slow axis.
template <class Exec, class Rules>
class StreamingHostPlan {
public:
  using T = typename Rules::value_type;
  static constexpr char const* label = "tessera::streaming::step";
  static constexpr int D = Rules::dimension, halo = 2 * Rules::radius;

  StreamingHostPlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules),
        tile_(chosen_tile<D>(
            wanted, with_halo<D>(march_block<T, D>(rules.domain.whole().upper, exec.concurrency()), halo))),
        tiling_(make_tiling(rules, tile_, 1)), stores_(stores_nontemporal(rules, exec.concurrency())) {}

  SchemeReport report() const { return {.scheme = "streaming", .tile = tile_}; }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    stores_.sweep(exec, [&](bool nontemporal) {
      launch("tessera::streaming::sweep",
             Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<Index>>(
                 exec, 0, tiling_.size()),
             StreamingHostKernel<Rules>{rules_, tiling_, levels, step, nontemporal});
    });
  }

private:
  Rules rules_;
  Tile tile_;
  Tiling tiling_;
  StoreTrial<> stores_;
};

} // namespace tessera::detail
