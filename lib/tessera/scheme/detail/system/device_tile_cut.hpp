// SPDX-License-Identifier: Apache-2.0
// How a system's domain in 2D is cut into tiles of a device, and the kernel that goes through them.
#pragma once

#include <tessera/scheme/detail/system/device_tiles.hpp>
#include <tessera/scheme/detail/system/schedule.hpp>
#include <tessera/scheme/detail/system/stage_faces.hpp>
#include <tessera/scheme/detail/system/stage_reach.hpp>
#include <tessera/scheme/detail/system/state.hpp>

#include <tuple>
#include <vector>

namespace tessera::detail {

template <class Exec, TileUse use, class... Rules>
class SystemTileCut {
public:
  using Kernel = SystemTileKernel<Exec, use, Rules...>;
  using Shape = typename Kernel::Shape;
  using T = typename Kernel::T;

  explicit SystemTileCut(std::tuple<Rules...> const& rules)
      : stages_(rules), reaches_(reaches_without_images(rules)), domain_(std::get<0>(rules).domain),
        faces_(stages_) {}

  /// Tiles of so many rows for so many steps a sweep. Their core may be empty. Cores begin where a sector of
  /// memory does, unless that makes them much smaller.
  Tiling tiling(int height, int steps) const {
    constexpr Index sector = 32 / static_cast<Index>(sizeof(T));
    Schedule const schedule(reaches_, steps, 1);
    Index const nodes[2] = {Shape::width, height};
    Tiling tiling;
    for (int a = 0; a < 2; ++a) {
      Index core = nodes[a] - below(schedule, a) - schedule.above[a];
      if (a == 0 && core >= 4 * sector) core -= core % sector;
      tiling.core[a] = core;
      if (core > 0) tiling.count[a] = divide_up(domain_.nodes[a], core);
    }
    return tiling;
  }

  /// The part of a tile that is written. None is where a core is narrower than the radius: images at a face
  /// would lie outside of the halo.
  double written_part(int height, int steps) const {
    Tiling const cut = tiling(height, steps);
    for (int a = 0; a < 2; ++a)
      if (cut.core[a] < max(1, Shape::radius + Shape::beyond(a))) return 0;
    return static_cast<double>(cut.core[0] * cut.core[1]) / (Shape::width * height);
  }

  /// The kernel of a sweep of `steps` through tiles that were cut for as many or more.
  Kernel kernel(TilesAround const& tiles, int height, SystemState<T, Kernel::count> const& state,
                Index out_stride_y, Index step, int steps) const {
    Schedule const schedule(reaches_, steps, 1);
    Kernel made{stages_,      tiles,        state.levels(Kernel::written),
                out_stride_y, {},           {},
                height,       faces_.keeps, faces_.settles,
                step,         steps};
    for (int a = 0; a < 2; ++a) {
      made.below[a] = static_cast<int>(below(schedule, a));
      made.above[a] = static_cast<int>(schedule.above[a]);
    }
    return made;
  }

  /// Whether all stages leave the nodes at faces as they are, at the latest once they have set them.
  bool keeps_faces() const { return (faces_.keeps | faces_.settles) == (1u << sizeof...(Rules)) - 1; }

  /// Members of a team that goes through tiles of so many rows.
  static int members(int height) { return Shape::width * (height / Shape::rows); }

private:
  using Schedule = SystemSchedule<Kernel::count>;

  /// Nodes of a tile before its core. An image of a staggered member at an upper face lies one further
  /// inside.
  static Index below(Schedule const& schedule, int axis) {
    return schedule.below[axis] + Shape::beyond(axis);
  }

  StageList<Rules...> stages_;
  std::vector<StageReach> reaches_;
  Domain domain_;
  StageFaces faces_;
};

} // namespace tessera::detail
