// SPDX-License-Identifier: Apache-2.0
// Temporal blocking through scratch: any pattern, any tile, any number of fused steps.
#pragma once

#include <tessera/scheme/detail/block.hpp>
#include <tessera/scheme/detail/pipeline.hpp>

#include <algorithm>

namespace tessera::detail {

template <class Exec, class Rules>
class TemporalScratchPlan {
public:
  using T = typename Rules::value_type;
  static constexpr bool writes_over_previous() { return false; }
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
    return {.scheme = "temporal", .tile = tile_, .fused_steps = fused_, .scratch_bytes = scratch_};
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

  // The user's number of fused steps. Where it is 0, the default, or fewer where a device's scratch would leave cores
  // that are smaller than what is recomputed around them.
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

  static constexpr int scratch_axes = D == 1 ? 1 : D - 1; // what a pipeline marches along takes no scratch

  // A host's memory is further away than a device's, in updates; and the further, the faster rows are updated.
  static constexpr int default_steps = [] {
    constexpr bool fast_rows = on_host<Exec> && fits_row_vectors<Rules> && Rules::radius == 1;
    if (D == 3) return fast_rows ? 6 : 4;
    if (D == 2 && on_host<Exec>) return fast_rows ? 24 : 16;
    return 8;
  }();

  static Tile default_tile([[maybe_unused]] Exec const& exec, [[maybe_unused]] Rules const& rules,
                           int fused) {
    int const halo = 2 * Rules::radius * fused;
    if constexpr (on_host<Exec> && D == 2) {
      // Rows of 16 KiB: what a row costs whatever its length weighs more than rings that leave the L2 cache. A tile for
      // every core, as long as a tile is worth its halo.
      constexpr int widest = sizeof(T) < 32 ? 16384 / static_cast<int>(sizeof(T)) : 512;
      Index const across = divide_up(rules.domain.nodes[0], widest);
      Index const rows = divide_up(rules.domain.nodes[1] * across, Index{exec.concurrency()});
      return {widest + halo, static_cast<int>(min(1024, max(128, rows))) + halo, 1};
    } else if constexpr (on_host<Exec> && D == 3) {
      return default_volume(exec, rules.domain, fused);
    } else if constexpr (on_host<Exec>) {
      return {4096 + halo, 1, 1};
    } else {
      return fitted_tile<Exec>(D == 1   ? Tile{1024 + halo, 1, 1}
                               : D == 2 ? Tile{256 + halo, 256 + halo, 1}
                                        : Tile{32 + halo, 8 + halo, 128 + halo},
                               halo, scratch_axes, [=](Tile const& t) {
                                 return Kernel::scratch_bytes({{t[0], t[1], t[2]}}, fused);
                               });
    }
  }

  // Whole rows, or parts of up to 4 KiB, and many of them: what a row costs whatever its length, and rows that are updated
  // again beside the tile, weigh more than rings that leave the L2 cache, up to a MiB a step. At least two tiles a core.
  static Tile default_volume(Exec const& exec, Domain const& d, int fused) {
    constexpr int widest = sizeof(T) < 32 ? 4096 / static_cast<int>(sizeof(T)) : 128, narrowest = widest / 8;
    auto const most_bytes = static_cast<std::size_t>(fused) << 20;
    int const halo = 2 * Rules::radius * fused;
    Index const across = divide_up(d.nodes[0], widest);
    Tile core{std::max(narrowest, static_cast<int>(divide_up(d.nodes[0], across))), 64, 256};
    auto const bytes = [&] {
      return Kernel::scratch_bytes({{core[0] + halo, core[1] + halo, core[2] + halo}}, fused);
    };
    auto const tiles = [&] {
      Index count = 1;
      for (int a = 0; a < 3; ++a) count *= divide_up(d.nodes[a], core[a]);
      return count;
    };
    if (bytes() > most_bytes || tiles() < 2 * exec.concurrency()) core[1] = 32;
    while (bytes() > most_bytes && core[0] > narrowest) core[0] = std::max(narrowest, core[0] / 2);
    while (tiles() < 2 * exec.concurrency() && core[2] > 64) core[2] /= 2;
    for (int& extent : core) extent += halo;
    return core;
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
