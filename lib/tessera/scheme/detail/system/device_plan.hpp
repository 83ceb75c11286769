// SPDX-License-Identifier: Apache-2.0
// The plan of Temporal and Tiled for systems of fields on a device, in 2D: the tile and the steps of a sweep.
#pragma once

#include <tessera/scheme/detail/system/device_tiles.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/request.hpp>
#include <tessera/scheme/detail/system/stage_edges.hpp>
#include <tessera/scheme/detail/system/state.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemTilePlan {
  using Kernel = SystemTileKernel<Exec, Rules...>;
  using T = typename Kernel::T;
  using Schedule = SystemSchedule<Kernel::count>;
  using Shape = typename Kernel::Shape;
  static constexpr int width = Shape::width, rows = Shape::rows;
  static constexpr int highest = Shape::most_members / width * rows;

public:
  static constexpr unsigned second = Kernel::written;

  SystemTilePlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : direct_(exec, rules, request.scheme,
                rather_by_nodes(exec, rules, request) ? StepsPerSweep::several : StepsPerSweep::one),
        stages_(rules), scheme_(request.scheme), reaches_(reaches_without_images(rules)),
        domain_(std::get<0>(rules).domain) {
    tile_ = chosen_tile<2>(request.tile, default_tile());
    if (tile_[0] != width || tile_[1] % rows != 0 || tile_[1] > highest)
      throw InvalidInput(text(scheme_, ": tile ", extents_text(tile_, 2),
                              ", on a device a tile of this system is ", width,
                              " nodes wide and a multiple of ", rows, " high, at most ", highest));
    steps_ = request.steps(best_steps());
    if (direct_.cooperative()) {
      tiles_pay_ = false;
      return;
    }
    if (written_part(steps_) < least_part) {
      if (request.tile != Tile{0, 0, 0})
        throw InvalidInput(
            text(scheme_, ": tile ", extents_text(tile_, 2), " with ", steps_,
                 " fused step(s): its halo leaves less than a tenth of it to write (give fewer "
                 "fused steps)"));
      tiles_pay_ = false;
      return;
    }
    tiling_ = tiling_of(steps_);
    scratch_ = Shape::scratch_bytes(tile_[1]);
    check_scratch<Exec>(scheme_, tile_, 2, steps_, scratch_, members());
    stages_.for_each([&](auto const& stage, int number, bool) {
      StageEdges const edges(stage);
      if (edges.freeze_all && edges.beyond[0] + edges.beyond[1] == 0) keeps_ |= 1u << number;
    });
  }

  int steps_of_sweep(Index left) const {
    return tiles_pay_ ? even_share(left, steps_) : direct_.steps_of_sweep(left);
  }

  SchemeReport report() const {
    if (!tiles_pay_) return direct_.report();
    return {
        .scheme = scheme_, .tile = tile_, .fused_steps = steps_, .scratch_bytes = scratch_, .way = "tiles"};
  }

  /// Whether tiles are used. Else steps are made in memory.
  bool tiles_pay() const { return tiles_pay_; }

  void sweep(Exec const& exec, SystemState<T, Kernel::count>& state, Index step, int steps) const {
    sweep(exec, state, state.stride_y, step, steps);
  }
  /// The same where rows of the second level have another distance; tiles alone can do this.
  void sweep(Exec const& exec, SystemState<T, Kernel::count>& state, Index out_stride_y, Index step,
             int steps) const {
    if (!tiles_pay_) return direct_.sweep(exec, state, step, steps);
    with_kernel(state, out_stride_y, step, steps, [&](Kernel const& kernel) {
      launch_tiles<Shape::most_members, Shape::teams>("tessera::tiles::stages", exec, kernel, tiles(),
                                                      members(), scratch_);
    });
    state.turn(second);
  }

  /// Calls launch(kernel) with the kernel of a sweep through tiles.
  template <class Launch>
  void with_kernel(SystemState<T, Kernel::count> const& state, Index out_stride_y, Index step, int steps,
                   Launch const& launch) const {
    Schedule const schedule(reaches_, steps, 1);
    Kernel kernel{stages_, tiling_, state.levels(second), out_stride_y, {}, {}, tile_[1], keeps_,
                  step,    steps};
    for (int a = 0; a < 2; ++a) {
      kernel.below[a] = static_cast<int>(below(schedule, a));
      kernel.above[a] = static_cast<int>(schedule.above[a]);
    }
    launch(kernel);
  }
  /// Teams of a launch, and members of a team.
  Index tiles() const { return tiling_.size(); }
  int members() const { return width * (tile_[1] / rows); }

private:
  /// Whether one launch of many steps, whose threads make a node each, is faster than tiles. With more nodes
  /// than threads it is slower. What the user chooses is made in tiles.
  static bool rather_by_nodes(Exec const& exec, std::tuple<Rules...> const& rules,
                              SystemRequest const& request) {
    return request.tile == Tile{0, 0, 0} && request.fused_steps == 0 &&
           SystemDirectPlan<Exec, Rules...>::a_node_a_thread(exec, rules);
  }

  /// As high as scratch and the number of members allow.
  static Tile default_tile() {
    int height = highest;
    while (height > rows && Shape::scratch_bytes(height) > scratch_limit<Exec>(width * (height / rows)))
      height -= rows;
    return {width, height, 1};
  }

  /// The core that a tile has with so many steps a sweep; it may be empty. Cores begin where a sector of
  /// memory does, unless that makes them much smaller.
  Tiling tiling_of(int steps) const {
    constexpr Index sector = 32 / static_cast<Index>(sizeof(T));
    Schedule const schedule(reaches_, steps, 1);
    Tiling tiling;
    for (int a = 0; a < 2; ++a) {
      Index core = tile_[static_cast<std::size_t>(a)] - below(schedule, a) - schedule.above[a];
      if (a == 0 && core >= 4 * sector) core -= core % sector;
      tiling.core[a] = core;
      if (core > 0) tiling.count[a] = divide_up(domain_.nodes[a], core);
    }
    return tiling;
  }

  /// Nodes of a tile before its core. An image of a staggered member at an upper face lies one further
  /// inside.
  static Index below(Schedule const& schedule, int axis) {
    return schedule.below[axis] + Shape::beyond(axis);
  }

  /// The part of a tile that is written. None is where a core is narrower than the radius: images at a face
  /// would lie outside of the halo.
  double written_part(int steps) const {
    Tiling const tiling = tiling_of(steps);
    for (int a = 0; a < 2; ++a)
      if (tiling.core[a] < max(1, Shape::radius + Shape::beyond(a))) return 0;
    return static_cast<double>(tiling.core[0] * tiling.core[1]) / (tile_[0] * tile_[1]);
  }

  /// To load and to store a tile takes as long as three to ten steps do. With more steps a sweep that is
  /// shared, and the halo takes a larger part of the tile.
  int best_steps() const {
    constexpr double load = 5;
    int best = 1;
    double least = 0;
    for (int steps = 1; steps <= 16 && written_part(steps) > 0; ++steps) {
      double const cost = (1 + load / steps) / written_part(steps); // of a node and step
      if (steps == 1 || cost < least) {
        best = steps;
        least = cost;
      }
    }
    return best;
  }

  /// With less to write of a tile than this, steps are made one at a time in memory.
  static constexpr double least_part = 0.1;

  SystemDirectPlan<Exec, Rules...> direct_;
  StageList<Rules...> stages_;
  char const* scheme_;
  std::vector<StageReach> reaches_;
  Domain domain_;
  Tile tile_ = {0, 0, 0};
  int steps_ = 1;
  Tiling tiling_;
  std::size_t scratch_ = 0;
  unsigned keeps_ = 0; // a bit for each stage that leaves all nodes at faces as they are
  bool tiles_pay_ = true;
};

} // namespace tessera::detail
