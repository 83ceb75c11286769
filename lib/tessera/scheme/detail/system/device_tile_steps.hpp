// SPDX-License-Identifier: Apache-2.0
// Many steps of a small system in 2D in one launch, on a device. Each team makes several steps of its tile in
// registers, writes the core to memory, which is the second-level cache here, and waits for all teams. So
// teams wait once for several steps, where system/device_steps.hpp waits for each stage.
#pragma once

#include <tessera/scheme/detail/device/cooperative_steps.hpp>
#include <tessera/scheme/detail/system/device_tile_cut.hpp>

#include <tuple>

namespace tessera::detail {

template <class Exec, class... Rules>
struct SystemTileStepsKernel {
  using Tile = SystemTileKernel<Exec, TileUse::small_grids, Rules...>;
  using T = typename Tile::T;

  Tile tile; // of the first sweep
  SystemState<T, Tile::count> state;
  Index other_stride_y; // of the second level
  int sweeps, steps;    // all steps, shared out among the sweeps
  GridBarrier barrier;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    SystemState<T, Tile::count> now = state;
    Index out_stride_y = other_stride_y;
    T* const scratch = tile.scratch_of(member);
    int done = 0;
    TESSERA_NO_UNROLL
    for (int s = 0; s < sweeps; ++s) {
      if (s > 0) barrier.wait(member, s);
      int const until = steps * (s + 1) / sweeps;
      tile.sweep(member, scratch, now.levels(Tile::written), out_stride_y, tile.step + done, until - done,
                 s > 0);
      now.turn(Tile::written);
      Kokkos::kokkos_swap(now.stride_y, out_stride_y);
      done = until;
    }
  }
};

/// What a plan stores for such launches.
template <class Exec, class... Rules>
class SystemTileSteps {
public:
  using Kernel = SystemTileStepsKernel<Exec, Rules...>;
  using Cut = SystemTileCut<Exec, TileUse::small_grids, Rules...>;
  using Shape = typename Cut::Shape;
  using T = typename Cut::T;

  /// Takes the right to such launches if there are no more tiles than that: a team must not wait for another
  /// one that has no place yet, so there is one for each multiprocessor at most. With 0 it takes nothing.
  SystemTileSteps(Exec const& exec, std::tuple<Rules...> const& rules, Index most_tiles) : cut_(rules) {
    if (most_tiles == 0 || !CooperativeLaunches<Exec>::possible(exec, std::get<0>(rules).domain)) return;
    choose(most_tiles, scratch_limit<Exec>(Shape::most_members));
    if (fused_steps_ > 1) launches_.take(exec);
  }

  bool possible() const { return launches_.taken(); }
  int steps_of_sweep(Index left) const {
    return static_cast<int>(min(left, CooperativeLaunches<Exec>::most_steps));
  }
  SchemeReport report(char const* scheme) const {
    return {.scheme = scheme,
            .tile = {Shape::width, height_, 1},
            .fused_steps = fused_steps_,
            .scratch_bytes = Shape::scratch_bytes(height_),
            .way = "persistent tiles"};
  }

  /// `state` stays as it is: the caller turns it once. `out_stride_y`: of the second level.
  void sweep(Exec const& exec, SystemState<T, Kernel::Tile::count> const& state, Index out_stride_y,
             Index step, int steps) const {
    with_kernel(state, out_stride_y, step, steps, [&](Kernel const& kernel) {
      launch_tiles<Shape::most_members, Shape::teams>("tessera::tiles::steps", exec, kernel, tiles(),
                                                      members(), Shape::scratch_bytes(height_));
    });
  }

  /// Calls launch(kernel) with the kernel of so many steps.
  template <class Launch>
  void with_kernel(SystemState<T, Kernel::Tile::count> const& state, Index out_stride_y, Index step,
                   int steps, Launch const& launch) const {
    int const sweeps = odd_sweeps(steps);
    launch(Kernel{cut_.kernel(TilesAround(tiling_), height_, state, out_stride_y, step, fused_steps_), state,
                  out_stride_y, sweeps, steps, launches_.barrier(tiles(), sweeps - 1)});
  }
  /// Teams of a launch, and members of a team.
  Index tiles() const { return tiling_.size(); }
  int members() const { return Cut::members(height_); }

private:
  /// With an odd number of sweeps, the result is in the level that a single one writes. No sweep is empty:
  /// where two would do, there are more than two steps.
  int odd_sweeps(int steps) const {
    int const sweeps = static_cast<int>(divide_up(steps, fused_steps_));
    return sweeps + 1 - sweeps % 2;
  }

  /// The height of tiles and the steps between two barriers that take the least time for each step. Where
  /// faces need the general update, which takes longer than a formula does, only the outermost tiles may hold
  /// them.
  void choose(Index most_tiles, std::size_t most_scratch) {
    // Microseconds for a barrier and to load and store a tile, for the two barriers of a stage, and for a row
    // of a tile whose nodes have so many words. Seen on an H200.
    constexpr double wait = 3, wait_row = 0.04, stage = 0.05, row = 0.005 + 0.001 * Shape::words;
    double least = 0;
    for (int height = Shape::rows; height <= Shape::most_members / Shape::width * Shape::rows;
         height += Shape::rows) {
      if (Shape::scratch_bytes(height) > most_scratch) break;
      for (int steps = 2; steps <= 16 && cut_.written_part(height, steps) > 0; ++steps) {
        Tiling const tiling = cut_.tiling(height, steps);
        if (tiling.size() > most_tiles) continue;
        if (!cut_.keeps_faces() && 3 * tiling.core[1] <= height)
          continue; // the core is no larger than a halo
        double const cost = (wait + wait_row * height) / steps + sizeof...(Rules) * stage + row * height;
        if (fused_steps_ > 0 && cost >= least) continue;
        least = cost;
        height_ = height;
        fused_steps_ = steps;
        tiling_ = tiling;
      }
    }
  }

  Cut cut_;
  CooperativeLaunches<Exec> launches_;
  Tiling tiling_;
  int height_ = 0, fused_steps_ = 0;
};

} // namespace tessera::detail
