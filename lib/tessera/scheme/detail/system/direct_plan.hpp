// SPDX-License-Identifier: Apache-2.0
// The plan of Direct for systems of fields.
#pragma once

#include <tessera/scheme/detail/host/store_trial.hpp>
#include <tessera/scheme/detail/system/device_steps.hpp>
#include <tessera/scheme/detail/system/direct.hpp>
#include <tessera/scheme/detail/system/host_steps.hpp>
#include <tessera/scheme/detail/system/stage_reach.hpp>
#include <tessera/scheme/detail/system/state.hpp>
#include <tessera/scheme/scheme.hpp>

#include <tuple>

namespace tessera::detail {

/// Stage by stage in memory. One launch makes many steps of a small grid, else a stage.
/// Schemes that choose blocks of nodes derive from it.
template <class Exec, class... Rules>
class SystemDirectPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;

public:
  /// Members that need a second level.
  static constexpr unsigned second = (0u | ... | Rules::written_apart);

  SystemDirectPlan(Exec const& exec, std::tuple<Rules...> const& rules, char const* scheme,
                   StepsPerSweep steps = StepsPerSweep::several)
      : scheme_(scheme), rules_(rules), steps_(exec, rules, steps) {
    SystemSchedule<First::count> const step(reaches_without_images(rules), 1, First::dimension - 1);
    if constexpr (on_host<Exec>)
      for_each_stage([&](auto const& stage, auto k) {
        stores_[k()] = StoreTrial<>(may_stream_rows(stage, exec.concurrency()));
      });
    for (std::size_t k = 0; k < sizeof...(Rules); ++k)
      nodes_[k] =
          with_halo_nodes(std::get<0>(rules).domain, step.levels[k].halo_below, step.levels[k].halo_above);
    if constexpr (has_warps<Exec>) reserve_scratch(exec, 0);
  }

  /// Whether one launch makes several steps.
  bool cooperative() const { return steps_.possible(); }
  /// Whether it can on a device, with a thread for each node.
  static bool a_node_a_thread(Exec const& exec, std::tuple<Rules...> const& rules) {
    if constexpr (has_warps<Exec>)
      return Steps::a_node_a_thread(exec, rules);
    else
      return false;
  }

  int steps_of_sweep(Index left) const { return steps_.steps_of_sweep(left); }
  SchemeReport report() const {
    return {.scheme = scheme_, .tile = tile_, .way = cooperative() ? "cooperative" : way_in_memory<Exec>};
  }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int steps) const {
    if (steps > 1 || (cooperative() && fuses_stages())) {
      steps_.sweep(exec, rules_, state, step, steps);
      for (int s = 0; s < steps; ++s)
        for_each_stage([&]<class Stage>(Stage const&, auto) { state.turn(Stage::written_apart); });
      return;
    }
    for_each_stage([&](auto const& stage, auto k) { sweep_unwatched(exec, stage, k(), state, step); });
  }

  /// On a host: a step whose last stage is watched.
  template <class Watchers>
  void sweep_watched(Exec const& exec, SystemState<T, First::count>& state, Index step,
                     Watchers const& watchers) const {
    for_each_stage([&](auto const& stage, auto k) {
      if constexpr (k() + 1 == sizeof...(Rules)) // what is watched is read again at once
        sweep_one(exec, stage, nodes_[k()], state, step, false, watchers);
      else
        sweep_unwatched(exec, stage, k(), state, step);
    });
  }

protected:
  /// On a host: sweeps in such blocks, which tiles of this extent write.
  void set_blocks(Index3 const& block, Tile const& tile) {
    block_ = block;
    tile_ = tile;
  }

private:
  template <class Stage>
  void sweep_unwatched(Exec const& exec, Stage const& stage, std::size_t number,
                       SystemState<T, First::count>& state, Index step) const {
    stores_[number].sweep(exec, [&](bool nontemporal) {
      sweep_one(exec, stage, nodes_[number], state, step, nontemporal, WatchList<>{});
    });
  }
  template <class Stage, class Watchers>
  void sweep_one(Exec const& exec, Stage const& stage, Box3 const& nodes, SystemState<T, First::count>& state,
                 Index step, bool nontemporal, Watchers const& watchers) const {
    sweep_stage("tessera::direct::stage", exec, stage, state.levels(Stage::written_apart), step, nodes,
                block_, nontemporal, state.holds_constants && keeps_constants<Rules...>, watchers);
    state.turn(Stage::written_apart);
  }

  /// Calls body(stage, number) for all stages; number() is a constant.
  template <class Body>
  void for_each_stage(Body const& body) const {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (body(std::get<K>(rules_), std::integral_constant<std::size_t, K>{}), ...);
    }
    (std::make_index_sequence<sizeof...(Rules)>{});
  }

  /// A stand-in where each stage is a launch.
  struct SingleStages {
    SingleStages(Exec const&, std::tuple<Rules...> const&, StepsPerSweep) {}
    static constexpr bool possible() { return false; }
    static constexpr int steps_of_sweep(Index) { return 1; }
    static void sweep(Exec const&, std::tuple<Rules...> const&, SystemState<T, First::count> const&, Index,
                      int) {}
  };
  /// Whether a single step is made in one launch too, which on a host takes less time than one for each
  /// stage.
  static constexpr bool fuses_stages() { return on_host<Exec> && sizeof...(Rules) > 1; }
  static auto kind_of_steps() {
    if constexpr (on_host<Exec>)
      return std::type_identity<SystemHostSteps<Exec, Rules...>>{};
    else if constexpr (has_warps<Exec>)
      return std::type_identity<SystemSteps<Exec, Rules...>>{};
    else
      return std::type_identity<SingleStages>{};
  }
  using Steps = typename decltype(kind_of_steps())::type;

  char const* scheme_;
  std::tuple<Rules...> rules_;
  Steps steps_;
  Box3 nodes_[sizeof...(Rules)];          // that a stage updates; of a halo those that later stages read
  StoreTrial<> stores_[sizeof...(Rules)]; // on a host: how each stage writes its rows
  Index3 block_{};                        // zeros leave it to the sweep
  Tile tile_ = {0, 0, 0};
};

} // namespace tessera::detail
