// SPDX-License-Identifier: Apache-2.0
// The plan of Direct for systems of fields.
#pragma once

#include <tessera/scheme/detail/system/direct.hpp>
#include <tessera/scheme/detail/system/stage_reach.hpp>
#include <tessera/scheme/detail/system/state.hpp>
#include <tessera/scheme/scheme.hpp>

#include <tuple>

namespace tessera::detail {

/// One step a sweep, stage by stage in memory. Schemes that choose blocks of nodes derive from it.
template <class Exec, class... Rules>
class SystemDirectPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;

public:
  /// Members that need a second level.
  static constexpr unsigned second = (0u | ... | (Rules::in_place ? 0u : Rules::writes));

  SystemDirectPlan(Exec const& exec, std::tuple<Rules...> const& rules, char const* scheme)
      : scheme_(scheme), rules_(rules) {
    SystemSchedule<First::count> const step(reaches_without_images(rules), 1, First::dimension - 1);
    for (std::size_t k = 0; k < sizeof...(Rules); ++k)
      nodes_[k] =
          with_halo_nodes(std::get<0>(rules).domain, step.levels[k].halo_below, step.levels[k].halo_above);
    if constexpr (has_warps<Exec>) reserve_scratch(exec, 0);
  }

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return {.scheme = scheme_, .tile = tile_, .way = way_in_memory<Exec>}; }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int) const {
    for_each_stage([&](auto const& stage, auto k) { sweep_one(exec, stage, nodes_[k()], state, step); });
  }

  /// Numbers that a watcher needs room for.
  Index partials(Exec const& exec) const {
    using Last = std::tuple_element_t<sizeof...(Rules) - 1, std::tuple<Rules...>>;
    Last const& last = std::get<sizeof...(Rules) - 1>(rules_);
    return StageSweep<Exec, Last>(exec, last, last.domain.whole(), true).partials;
  }

  /// A step whose last stage is watched.
  template <class Watchers>
  void sweep_watched(Exec const& exec, SystemState<T, First::count>& state, Index step,
                     Watchers const& watchers) const {
    for_each_stage([&](auto const& stage, auto k) {
      if constexpr (k() + 1 == sizeof...(Rules))
        sweep_one(exec, stage, nodes_[k()], state, step, watchers);
      else
        sweep_one(exec, stage, nodes_[k()], state, step);
    });
  }

protected:
  /// On a host: sweeps in such blocks, which tiles of this extent write.
  void set_blocks(Index3 const& block, Tile const& tile) {
    block_ = block;
    tile_ = tile;
  }

private:
  template <class Stage, class Watchers = WatchList<>>
  void sweep_one(Exec const& exec, Stage const& stage, Box3 const& nodes, SystemState<T, First::count>& state,
                 Index step, Watchers const& watchers = {}) const {
    constexpr unsigned to_other = Stage::in_place ? 0u : Stage::writes;
    sweep_stage("tessera::direct::stage", exec, stage, state.levels(to_other), step, nodes, block_, watchers);
    state.turn(to_other);
  }

  /// Calls body(stage, number) for all stages; number() is a constant.
  template <class Body>
  void for_each_stage(Body const& body) const {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (body(std::get<K>(rules_), std::integral_constant<std::size_t, K>{}), ...);
    }
    (std::make_index_sequence<sizeof...(Rules)>{});
  }

  char const* scheme_;
  std::tuple<Rules...> rules_;
  Box3 nodes_[sizeof...(Rules)]; // that a stage updates; of a halo those that later stages read
  Index3 block_{};               // zeros leave it to the sweep
  Tile tile_ = {0, 0, 0};
};

} // namespace tessera::detail
