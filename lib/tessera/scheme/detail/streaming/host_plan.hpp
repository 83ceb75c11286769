// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming on host cores.
#pragma once

#include <tessera/scheme/detail/streaming/host_kernel.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

/// Sweeps in any blocks of nodes, each of which marches along the slow axis.
template <class Exec, class Rules>
class StreamingHostPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return true; }
  static constexpr int D = Rules::dimension, halo = 2 * Rules::radius;

  StreamingHostPlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<D>(wanted, default_tile(exec, rules))),
        tiling_(make_tiling(rules, tile_, 1)) {}

  SchemeReport report() const { return {.scheme = "streaming", .tile = tile_}; }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    Kokkos::parallel_for(
        "tessera::streaming::sweep",
        Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<Index>>(
            exec, 0, tiling_.size()),
        StreamingHostKernel<Rules>{rules_, tiling_, levels, step,
                                   stores_nontemporal(rules_, exec.concurrency())});
  }

private:
  // The default tile has whole rows. Along the slow axis it is as long as leaves two blocks for each core, in
  // 3D at most 128 planes.
  static Tile default_tile(Exec const& exec, Rules const& rules) {
    auto const& n = rules.domain.nodes;
    Index const rows = D == 3 ? min(n[1], rows_of_block<T>) : 1;
    Index const blocks = D == 3 ? divide_up(n[1], rows) : 1;
    Index const march = max(4, divide_up(n[D - 1] * blocks, Index{2} * exec.concurrency()));
    int const along = static_cast<int>(min(n[D - 1], D == 3 ? min(march, 128) : march));
    int const x = static_cast<int>(n[0]);
    return D == 2 ? Tile{x + halo, along + halo, 1}
                  : Tile{x + halo, static_cast<int>(rows) + halo, along + halo};
  }

  Rules rules_;
  Tile tile_;
  Tiling tiling_;
};

} // namespace tessera::detail
