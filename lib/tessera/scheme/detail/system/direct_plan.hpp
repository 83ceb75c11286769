// SPDX-License-Identifier: Apache-2.0
// The plan of Direct for systems of fields.
#pragma once

#include <tessera/scheme/detail/system/direct.hpp>
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
    if constexpr (!on_host<Exec>) reserve_scratch(exec, 0);
  }

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return {.scheme = scheme_, .tile = tile_}; }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int) const {
    for_each_stage([&](auto const& stage, bool) { sweep_one(exec, stage, state, step); });
  }

  /// Numbers that a watcher needs room for.
  Index partials(Exec const& exec) const {
    using Last = std::tuple_element_t<sizeof...(Rules) - 1, std::tuple<Rules...>>;
    return StageSweep<Exec, Last>(exec, std::get<sizeof...(Rules) - 1>(rules_), true).partials;
  }

  /// A step whose last stage is watched.
  template <class Watchers>
  void sweep_watched(Exec const& exec, SystemState<T, First::count>& state, Index step,
                     Watchers const& watchers) const {
    for_each_stage([&](auto const& stage, auto last) {
      if constexpr (last())
        sweep_one(exec, stage, state, step, watchers);
      else
        sweep_one(exec, stage, state, step);
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
  void sweep_one(Exec const& exec, Stage const& stage, SystemState<T, First::count>& state, Index step,
                 Watchers const& watchers = {}) const {
    constexpr unsigned to_other = Stage::in_place ? 0u : Stage::writes;
    sweep_stage("tessera::direct::stage", exec, stage, state.levels(to_other), step, block_, watchers);
    state.turn(to_other);
  }

  /// Calls body(stage, last) for all stages; last() is a constant.
  template <class Body>
  void for_each_stage(Body const& body) const {
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (body(std::get<K>(rules_), std::bool_constant<K + 1 == sizeof...(Rules)>{}), ...);
    }
    (std::make_integer_sequence<int, sizeof...(Rules)>{});
  }

  char const* scheme_;
  std::tuple<Rules...> rules_;
  Index3 block_{}; // zeros leave it to the sweep
  Tile tile_ = {0, 0, 0};
};

} // namespace tessera::detail
