// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming for planes on a device: rows march along the slow axis. This pays for wide stars, of
// which a thread that reads its neighbours through the caches reads each value 4R + 1 times. Stars of radius
// 1 reach the memory's limit by Direct.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/streaming/device_kernel.hpp>
#include <tessera/scheme/detail/streaming/device_plan.hpp>
#include <tessera/scheme/detail/streaming/device_rows_plan.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>
#include <tessera/scheme/detail/trial/plan.hpp>
#include <tessera/scheme/scheme.hpp>

#include <variant>

namespace tessera::detail {

/// Sweeps whose tiles have one width, and any number of rows.
template <class Exec, class Rules>
class StreamingPlanePlan {
public:
  using T = typename Rules::value_type;
  static constexpr char const* label = "tessera::streaming::step";
  static constexpr int R = Rules::radius, halo = 2 * R;
  using Kernel = StreamingDeviceKernel<Exec, Rules, 1>;
  static constexpr int width = Kernel::Shape::width + halo; // of a tile

  StreamingPlanePlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<2>(wanted, default_tile(exec, rules))) {
    check_scratch<Exec>("streaming", tile_, 2, 1, Kernel::scratch_bytes, Kernel::team_size);
    for (bool held : {false, true})
      tiles_[held] = make_interior_tiles<Kernel::C>(rules, make_tiling(rules, tile_, 1).core, held);
    reserve_scratch(exec, Kernel::scratch_bytes);
  }

  SchemeReport report() const {
    return {.scheme = "streaming", .tile = tile_, .scratch_bytes = Kernel::scratch_bytes, .way = "registers"};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    InteriorTiles const& tiles = tiles_[levels.holds_constants];
    Kernel const kernel(rules_, tiles, levels, step, wide_march<Kernel::C>(rules_, levels));
    launch_tiles<Kernel::team_size, teams_at_once>("tessera::streaming::sweep", exec, kernel, tiles.teams(),
                                                   Kernel::team_size, Kernel::scratch_bytes);
  }

  /// A tile is so high that what it reads around its rows, which mostly lies in the second cache, is no more
  /// than half of them; or lower where there would not be tiles for all of the device.
  static Tile default_tile(Exec const& exec, Rules const& rules) {
    auto const& n = rules.domain.nodes;
    Index const across = divide_up(n[0], Kernel::Shape::width),
                places = multiprocessors(exec.concurrency()) * teams_at_once;
    Index rows = max(16, 4 * R);
    while (rows > 8 && across * divide_up(n[1], rows) < places) rows /= 2;
    return {width, static_cast<int>(rows) + halo, 1};
  }

private:
  static constexpr int teams_at_once = Kernel::concurrent_teams;

  Rules rules_;
  Tile tile_;
  InteriorTiles tiles_[2]; // for the first sweeps of a run; where levels hold what is constant in time
};

template <class Exec, class Rules>
inline constexpr bool streams_in_rows =
    Rules::dimension == 2 && Rules::radius > 1 && streams_in_slices<Exec, Rules>;

/// That plan, tried against Direct, or taken if the user gives a tile of its width; for other tiles the plan
/// of all patterns.
template <class Exec, class Rules>
class StreamingPlaneChoice {
public:
  using T = typename Rules::value_type;
  static constexpr bool single_steps = true;

  template <class Scheme>
  StreamingPlaneChoice(Exec const& exec, Rules const& rules, Scheme const& scheme,
                       StepsPerSweep steps = StepsPerSweep::several)
      : plan_(chosen(exec, rules, scheme, steps)) {}

  bool writes_over_previous() const {
    return std::visit([](auto const& plan) { return plan.writes_over_previous(); }, plan_);
  }
  SchemeReport report() const {
    return std::visit([](auto const& plan) { return plan.report(); }, plan_);
  }
  int steps_of_sweep(Index left) const {
    return std::visit([&](auto const& plan) { return plan.steps_of_sweep(left); }, plan_);
  }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    std::visit([&](auto const& plan) { plan.sweep(exec, levels, step, steps); }, plan_);
  }

private:
  using Own = StreamingPlanePlan<Exec, Rules>;
  using Tried = TriedAgainstDirect<Exec, Rules, Own>;
  using Others = StreamingRowsPlan<Exec, Rules>;
  using Plan = std::variant<Tried, Others>;

  template <class Scheme>
  static Plan chosen(Exec const& exec, Rules const& rules, Scheme const& scheme, StepsPerSweep steps) {
    if (scheme.tile == Tile{0, 0, 0} || scheme.tile[0] == Own::width)
      return Plan(std::in_place_type<Tried>, exec, rules, scheme, steps);
    return Plan(std::in_place_type<Others>, exec, rules, scheme, steps);
  }

  Plan plan_;
};

} // namespace tessera::detail
