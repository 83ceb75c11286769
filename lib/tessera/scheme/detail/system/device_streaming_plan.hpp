// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming for systems of fields in 2D on a device: a step of all stages from one load, through
// rows in registers (device_streaming.hpp) or, where these would not fit, through tiles; else stage by stage
// in memory.
#pragma once

#include <tessera/scheme/detail/device/occupancy_waves.hpp>
#include <tessera/scheme/detail/system/device_plan.hpp>
#include <tessera/scheme/detail/system/device_streaming.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemDeviceStreamingPlan {
  using T = typename std::tuple_element_t<0, std::tuple<Rules...>>::member_type;
  using Shape = StreamShape<StreamForm{pack_width<T, 16>}, Rules...>; // as many columns as one access moves
  using Kernel = StageStreamKernel<Exec, Shape>;
  static constexpr int count = Kernel::count;

public:
  static constexpr unsigned second = Kernel::written;

  /// \throws InvalidInput for a tile, which is not the user's to choose here
  SystemDeviceStreamingPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : tiles_(exec, rules, {request.scheme, {0, 0, 0}, 1}), direct_(exec, rules, request.scheme),
        stages_(rules), scheme_(request.scheme) {
    static_cast<void>(request.steps(1)); // checked
    if (request.tile != Tile{0, 0, 0})
      throw InvalidInput(text(scheme_, ": tile ", extents_text(request.tile, 2),
                              ", on a device systems of fields have tiles by tiled and temporal alone (leave "
                              "the tile out)"));
    auto const& domain = std::get<0>(rules).domain;
    Index const members = exec.concurrency();
    if (domain.nodes[0] * domain.nodes[1] < least_nodes(members)) return;
    if (fits && marches(rules)) {
      way_ = Way::rows;
      strips_ = strips_of(members, domain);
      stages_.for_each([&](auto const& stage, int number, bool) {
        if (StageEdges(stage).freeze_all) keeps_ |= 1u << number;
      });
    } else if (sizeof...(Rules) > 1 && tiles_.tiles_pay()) {
      way_ = Way::tiles;
    }
  }

  int steps_of_sweep(Index left) const { return way_ == Way::memory ? direct_.steps_of_sweep(left) : 1; }

  SchemeReport report() const {
    if (way_ == Way::tiles) return tiles_.report();
    if (way_ == Way::memory) return direct_.report();
    Tile const tile = {Shape::width,
                       static_cast<int>(strips_.height) + Shape::queues.below[1] + Shape::queues.above[1], 1};
    return {.scheme = scheme_, .tile = tile, .fused_steps = 1, .scratch_bytes = 0, .way = "registers"};
  }

  /// Whether rows are streamed through registers.
  bool streams() const { return way_ == Way::rows; }

  void sweep(Exec const& exec, SystemState<T, count>& state, Index step, int steps) const {
    if (way_ == Way::tiles) return tiles_.sweep(exec, state, step, steps);
    if (way_ == Way::memory) return direct_.sweep(exec, state, step, steps);
    if constexpr (fits) {
      with_kernel(state, step, [&](Kernel const& kernel, Index teams) {
        launch_tiles<Shape::members, Shape::teams>("tessera::streaming::stages", exec, kernel, teams,
                                                   Shape::members, 0);
      });
      state.turn(second);
    }
  }

  /// Calls launch(kernel, teams) with the kernel of a sweep that streams rows through registers.
  template <class Launch>
  void with_kernel(SystemState<T, count> const& state, Index step, Launch const& launch) const {
    SystemLevels<T, count> const levels = state.levels(second);
    launch(Kernel{stages_, strips_, levels, keeps_, Kernel::are_wide(levels), step},
           divide_up(strips_.size(), Shape::members / Kernel::lanes));
  }

private:
  enum class Way { memory, rows, tiles };

  /// Whether registers hold the rows, and most of a strip is written. If not, the kernel is not compiled.
  static constexpr bool fits =
      sizeof(T) >= 4 && Shape::registers <= 150 && 4 * Shape::core >= 3 * Shape::width;

  /// With fewer nodes, strips are too few or too short to keep a device busy, and Direct is faster: 4 million
  /// nodes for 132 multiprocessors.
  static constexpr Index least_nodes(Index members) { return on_host<Exec> ? 0 : 16 * members; }

  /// Whether no image lies further along the march than the formulas read, nor one node inside of others.
  static bool marches(std::tuple<Rules...> const& rules) {
    return !std::get<0>(rules).domain.reads_halo() &&
           std::apply(
               [](auto const&... stage) {
                 return (... && [&]<class Stage>(Stage const& one) {
                   StageReach const reach = reach_of_stage(one);
                   return reach.below[1] <= layers_below<Stage> && reach.above[1] == Stage::above(1) &&
                          one.beyond(0) == 0 && one.beyond(1) == 0;
                 }(stage));
               },
               rules);
  }

  /// Strips as high as fills a device of so many members with whole occupancy waves.
  static Strips strips_of(Index members, Domain const& domain) {
    constexpr int core = Shape::core, halo = Shape::halo, half_rate = 2000; // as seen on an H200
    Index const columns = divide_up(domain.nodes[0], Index{core}), edges = Strips::edges_of(domain, columns);
    Index const height = height_in_waves({columns + (Strips::edge_pieces_each - 1) * edges, domain.nodes[1],
                                          halo, Shape::strips_at_once(members), half_rate}) -
                         2 * halo;
    return Strips::of(domain, core, height, 2 * halo);
  }

  SystemTilePlan<Exec, Rules...> tiles_;
  SystemDirectPlan<Exec, Rules...> direct_;
  StageList<Rules...> stages_;
  char const* scheme_;
  Way way_ = Way::memory;
  Strips strips_;
  unsigned keeps_ = 0; // a bit for each stage that leaves all nodes at faces as they are
};

} // namespace tessera::detail
