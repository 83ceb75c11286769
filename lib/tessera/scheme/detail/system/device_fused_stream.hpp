// SPDX-License-Identifier: Apache-2.0
// Several steps of all stages per load of a row, on a device, for systems in 2D. Warps march through what
// lies far from all faces and hold the rows between the stages of all these steps in registers
// (device_streaming.hpp); tiles make what is around it (device_tiles.hpp). A strip has a halo along axis 0
// alone, and its warp waits for no other one.
#pragma once

#include <tessera/scheme/detail/device/occupancy_waves.hpp>
#include <tessera/scheme/detail/system/device_streaming.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

#include <tuple>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemFusedStream {
public:
  static constexpr StreamForm form = FusedStreamForms<Rules...>::best;
  static constexpr int steps = form.steps;

private:
  /// Where no form pays, any that compiles: nothing is launched.
  using Shape = StreamShape<steps == 0 ? StreamForm{1, 1, false, 2} : form, Rules...>;

public:
  using Kernel = StageStreamKernel<Exec, Shape>;
  using T = typename Shape::T;
  static constexpr int count = Kernel::count;

  explicit SystemFusedStream(std::tuple<Rules...> const& rules) : stages_(rules) {}

  /// Takes the nodes that lie further than a core of these tiles from all faces, if the grid has such.
  void cut(Exec const& exec, Tiling const& tiles) {
    Domain const& domain = stages_.first.domain;
    if (steps == 0 || domain.reads_halo() || stages_.first.obstacle.present()) return;
    // What a strip loads before and after its core, and the rows that it makes before what it loads has come
    // through all stages. None of these nodes lies near a face.
    auto const& queues = Shape::queues;
    Index const radius = Kernel::radius, lag = queues.greatest_lag,
                concurrent = Shape::strips_at_once(exec.concurrency()),
                before[2] = {Shape::below + radius, queues.below[1] + lag + radius},
                after[2] = {Shape::width - Shape::below - core + radius, lag + 1 + radius};
    for (int a = 0; a < 2; ++a) {
      from_[a] = max(tiles.core[a], before[a]);
      to_[a] = domain.nodes[a] - max(tiles.core[a], after[a]);
    }
    from_[0] = divide_up(from_[0], sector) * sector;
    if (to_[0] - from_[0] < core || to_[1] - from_[1] < 4 * lag) return;
    to_[0] -= (to_[0] - from_[0]) % core;
    Index const height =
        height_in_waves({(to_[0] - from_[0]) / core, to_[1] - from_[1], Shape::halo, concurrent});
    strips_ = Strips::inside(from_, to_, core, height - 2 * Shape::halo);
    // As a wave that is not full takes as long as a full one.
    work_ = static_cast<double>(divide_up(strips_.size(), concurrent) * concurrent) *
            static_cast<double>(Shape::width * height);
  }

  /// Whether there is anything to march through.
  bool possible() const { return work_ > 0; }
  /// Nodes that are made in a step, those that are made twice and places in a wave that stay empty included.
  double work() const { return work_; }
  /// The nodes that are marched through: from these on, and up to those.
  Index const (&from() const)[2] { return from_; }
  Index const (&to() const)[2] { return to_; }

  SchemeReport report(char const* scheme) const {
    Tile const tile = {Shape::width,
                       static_cast<int>(strips_.height) + Shape::queues.below[1] + Shape::queues.above[1], 1};
    return {.scheme = scheme, .tile = tile, .fused_steps = steps, .scratch_bytes = 0, .way = "registers"};
  }

  void sweep(Exec const& exec, SystemLevels<T, count> const& levels, Index step) const {
    if constexpr (steps > 0)
      with_kernel(levels, step, [&](Kernel const& kernel, Index teams) {
        launch_tiles<Shape::members, Shape::teams>("tessera::temporal::stages", exec, kernel, teams,
                                                   Shape::members, 0);
      });
  }

  /// Calls launch(kernel, teams) with the kernel of a sweep.
  template <class Launch>
  void with_kernel(SystemLevels<T, count> const& levels, Index step, Launch const& launch) const {
    launch(Kernel{stages_, strips_, levels, 0u, Kernel::are_wide(levels), step},
           divide_up(strips_.size(), Shape::members / Kernel::lanes));
  }

private:
  static constexpr Index sector = 32 / static_cast<Index>(sizeof(T));
  static constexpr Index core = max(Index{1}, Index{Shape::core});

  StageList<Rules...> stages_;
  Strips strips_;
  Index from_[2] = {0, 0}, to_[2] = {0, 0};
  double work_ = 0;
};

} // namespace tessera::detail
