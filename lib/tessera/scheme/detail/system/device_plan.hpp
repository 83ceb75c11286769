// SPDX-License-Identifier: Apache-2.0
// The plan of Temporal and Tiled for systems of fields on a device, in 2D: the tile and the steps of a sweep,
// and whether Temporal marches through the inside of a large grid.
#pragma once

#include <tessera/core/device/side_instance.hpp>
#include <tessera/scheme/detail/system/device_fused_stream.hpp>
#include <tessera/scheme/detail/system/device_tile_cut.hpp>
#include <tessera/scheme/detail/system/device_tile_steps.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/request.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

#include <optional>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemTilePlan {
  using Cut = SystemTileCut<Exec, TileUse::large_grids, Rules...>;
  using Kernel = typename Cut::Kernel;
  using T = typename Kernel::T;
  using Shape = typename Kernel::Shape;
  using March = SystemFusedStream<Exec, Rules...>;
  static constexpr int width = Shape::width, rows = Shape::rows;
  static constexpr int highest = Shape::most_members / width * rows;

public:
  static constexpr unsigned second = Kernel::written;

  SystemTilePlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : small_(exec, rules,
               request.tile == Tile{0, 0, 0} && request.fused_steps == 0 ? multiprocessors(exec.concurrency())
                                                                         : 0),
        direct_(exec, rules, request.scheme,
                !small_.possible() && rather_by_nodes(exec, rules, request) ? StepsPerSweep::several
                                                                            : StepsPerSweep::one),
        cut_(rules), march_(rules), scheme_(request.scheme) {
    if (small_.possible()) return;
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
    all_ = TilesAround(cut_.tiling(tile_[1], steps_));
    scratch_ = Shape::scratch_bytes(tile_[1]);
    check_scratch<Exec>(scheme_, tile_, 2, steps_, scratch_, members());
    if (request.tile == Tile{0, 0, 0} && request.fused_steps == 0) try_march(exec, std::get<0>(rules).domain);
  }

  int steps_of_sweep(Index left) const {
    if (small_.possible()) return small_.steps_of_sweep(left);
    if (!tiles_pay_) return direct_.steps_of_sweep(left);
    return marches_ && left >= March::steps ? March::steps : even_share(left, steps_);
  }

  SchemeReport report() const {
    if (small_.possible()) return small_.report(scheme_);
    if (!tiles_pay_) return direct_.report();
    if (marches_) return march_.report(scheme_);
    return {
        .scheme = scheme_, .tile = tile_, .fused_steps = steps_, .scratch_bytes = scratch_, .way = "tiles"};
  }

  /// Whether one launch makes many steps of all tiles of a small grid.
  bool persistent() const { return small_.possible(); }
  /// Whether tiles are used. Else steps are made in memory.
  bool tiles_pay() const { return tiles_pay_; }

  void sweep(Exec const& exec, SystemState<T, Kernel::count>& state, Index step, int steps) const {
    sweep(exec, state, state.stride_y, step, steps);
  }
  /// The same where rows of the second level have another distance; tiles alone can do this.
  void sweep(Exec const& exec, SystemState<T, Kernel::count>& state, Index out_stride_y, Index step,
             int steps) const {
    if (!tiles_pay_) return direct_.sweep(exec, state, step, steps);
    if (small_.possible()) {
      small_.sweep(exec, state, out_stride_y, step, steps);
      return state.turn(second);
    }
    bool const inside = marches(state, out_stride_y, steps);
    // Tiles around a march write other nodes than it does, and run beside it.
    if (inside) side_->follow_main();
    with_kernel(state, out_stride_y, step, steps, [&](Kernel const& kernel) {
      launch_tiles<Shape::most_members, Shape::teams>("tessera::tiles::stages", inside ? side_->get() : exec,
                                                      kernel, kernel.tiles.size(), members(), scratch_);
    });
    if (inside) {
      march_.sweep(exec, state.levels(second), step);
      side_->lead_main();
    }
    state.turn(second);
  }

  /// Calls launch(kernel) with the kernel of a sweep through tiles: of those around what is marched through,
  /// or of all.
  template <class Launch>
  void with_kernel(SystemState<T, Kernel::count> const& state, Index out_stride_y, Index step, int steps,
                   Launch const& launch) const {
    TilesAround const tiles = marches(state, out_stride_y, steps) ? around_
                              : steps <= steps_                   ? all_
                                                                  : TilesAround(cut_.tiling(tile_[1], steps));
    launch(cut_.kernel(tiles, tile_[1], state, out_stride_y, step, steps));
  }
  /// Whether a sweep of so many steps marches through the inside.
  bool marches(SystemState<T, Kernel::count> const& state, Index out_stride_y, int steps) const {
    return marches_ && steps == March::steps && out_stride_y == state.stride_y;
  }
  March const& march() const { return march_; }
  /// Members of a team that makes a tile, and its scratch.
  int members() const { return Cut::members(tile_[1]); }
  std::size_t scratch_bytes() const { return scratch_; }

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

  double written_part(int steps) const { return cut_.written_part(tile_[1], steps); }

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

  /// Marches through what lies far from faces, if there is so much of it that this takes less time than tiles
  /// do.
  void try_march(Exec const& exec, Domain const& domain) {
    if (written_part(March::steps) <= 0) return;
    Tiling const tiling = cut_.tiling(tile_[1], March::steps);
    march_.cut(exec, tiling);
    if (!march_.possible()) return;
    around_ = TilesAround(tiling, domain, march_.from(), march_.to());
    Index const places = multiprocessors(exec.concurrency()) * Shape::teams;
    auto const work = [&](Index tiles) {
      return static_cast<double>(divide_up(tiles, places) * places) * (width * tile_[1]);
    };
    marches_ = 1.05 * (march_.work() + work(around_.size())) <= work(all_.size());
    if (marches_) side_.emplace(exec);
  }

  /// With less to write of a tile than this, steps are made one at a time in memory.
  static constexpr double least_part = 0.1;

  SystemTileSteps<Exec, Rules...> small_;
  SystemDirectPlan<Exec, Rules...> direct_;
  Cut cut_;
  March march_;
  char const* scheme_;
  Tile tile_ = {0, 0, 0};
  int steps_ = 1;
  TilesAround all_;                        // tiles of the whole plane
  TilesAround around_;                     // those around what is marched through
  bool marches_ = false;                   // through the inside, and tiles make what is around it
  std::optional<SideInstance<Exec>> side_; // of these tiles
  std::size_t scratch_ = 0;
  bool tiles_pay_ = true;
};

} // namespace tessera::detail
