// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking through team scratch, which takes any stencil, any tile and any number of
// fused steps. It chooses what the user leaves open, and launches the pipeline of kernel.hpp (in 1D:
// BlockKernel).
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/scheme/detail/temporal/scratch/host_tile.hpp>
#include <tessera/scheme/detail/temporal/scratch/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/detail/tiles/block_kernel.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

#include <algorithm>

namespace tessera::detail {

template <class Exec, class Rules>
class TemporalScratchPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return false; }
  static constexpr bool records_samples() { return !on_host<Exec>; }
  static constexpr int D = Rules::dimension;
  using Kernel = std::conditional_t<D == 1, BlockKernel<Exec, Rules>, PipelineKernel<Exec, Rules>>;

  template <class Scheme>
  TemporalScratchPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), fused_(chosen_fused_steps(exec, rules, scheme.fused_steps)),
        tile_(chosen_tile<D>(scheme.tile, default_tile(exec, rules, fused_))),
        tiling_(make_tiling(rules, tile_, fused_)),
        obstacle_tiles_(mark_obstacle_tiles(exec, rules, tiling_, Index{fused_} * Rules::radius)),
        scratch_(Kernel::scratch_bytes(extent(), fused_)) {
    check_scratch<Exec>(Scheme::name, tile_, D, fused_, scratch_);
    reserve_scratch(exec, scratch_);
  }

  int steps_of_sweep(Index left) const { return static_cast<int>(min(fused_, left)); }
  SchemeReport report() const {
    return {.scheme = "temporal",
            .tile = tile_,
            .fused_steps = fused_,
            .scratch_bytes = scratch_,
            .way = way_in_scratch<Exec>};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    launch_tiles("tessera::temporal::sweep", exec, make_kernel(levels, step, steps), tiling_.size(), 256,
                 scratch_);
  }

private:
  Kernel make_kernel(Levels<T> const& levels, Index step, int steps) const {
    if constexpr (D == 1)
      return {rules_, tiling_, obstacle_tiles_, extent(), levels, step, steps};
    else
      return {rules_, tiling_, obstacle_tiles_, levels, step, steps};
  }

  // The user's number of fused steps, or the default if it is 0. The default is reduced if tiles that fit a
  // device's scratch would have cores smaller than the halo that is recomputed around them.
  static int chosen_fused_steps(Exec const& exec, Rules const& rules, int wanted) {
    constexpr int most = 1024;
    if (wanted < 0) throw InvalidInput(text("temporal: ", wanted, " fused steps (give one or more)"));
    if (wanted > most)
      throw InvalidInput(text("temporal: ", wanted, " fused steps (give at most ", most, ")"));
    if (wanted > 0) return wanted;
    int fused = default_steps;
    while (fused > 1 &&
           smallest_core(default_tile(exec, rules, fused), fused) < max(4, Rules::radius * fused))
      fused /= 2;
    return fused;
  }

  static int smallest_core(Tile const& tile, int fused) {
    int smallest = tile[0];
    for (int a = 1; a < scratch_axes; ++a) smallest = std::min(smallest, tile[a]);
    return smallest - 2 * Rules::radius * fused;
  }

  static constexpr int scratch_axes = D == 1 ? 1 : D - 1; // the axis of a pipeline's march takes no scratch

  // During one access to memory, a host could make more updates than a device, and the more, the faster it
  // updates rows. The more updates an access costs, the more steps are fused.
  static constexpr int default_steps = [] {
    constexpr bool fast_rows = on_host<Exec> && fits_row_vectors<Rules> && Rules::radius == 1;
    if (D == 3) return fast_rows ? 6 : 4;
    if (D == 2 && on_host<Exec>) return fast_rows ? 24 : 16;
    return on_host<Exec> ? steps_of_line(Rules::radius, sizeof(T)) : 8;
  }();

  static Tile default_tile([[maybe_unused]] Exec const& exec, [[maybe_unused]] Rules const& rules,
                           int fused) {
    int const halo = 2 * Rules::radius * fused;
    if constexpr (on_host<Exec>) {
      Domain const& d = rules.domain;
      return HostTileChoice{{{d.nodes[0], d.nodes[1], d.nodes[2]}},
                            D,
                            sizeof(T),
                            halo,
                            fused,
                            exec.concurrency(),
                            second_cache_bytes()}
          .tile([=](Tile const& t) {
            return Kernel::scratch_bytes({{t[0], t[1], t[2]}}, fused);
          });
    } else {
      return fitted_tile<Exec>(D == 1   ? Tile{1024 + halo, 1, 1}
                               : D == 2 ? Tile{256 + halo, 256 + halo, 1}
                                        : Tile{32 + halo, 8 + halo, 128 + halo},
                               halo, scratch_axes, [=](Tile const& t) {
                                 return Kernel::scratch_bytes({{t[0], t[1], t[2]}}, fused);
                               });
    }
  }

  Index3 extent() const { return {{tile_[0], tile_[1], tile_[2]}}; }

  Rules rules_;
  int fused_;
  Tile tile_;
  Tiling tiling_;
  ObstacleTiles<Exec> obstacle_tiles_;
  std::size_t scratch_;
};

} // namespace tessera::detail
