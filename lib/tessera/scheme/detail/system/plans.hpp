// SPDX-License-Identifier: Apache-2.0
// The plans of schemes for systems of fields: what a sweep needs besides the user's memory, and the sweep.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/cores.hpp>
#include <tessera/scheme/detail/system/direct.hpp>
#include <tessera/scheme/detail/system/host_pipeline.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>
#include <tessera/scheme/direct.hpp>
#include <tessera/scheme/temporal.hpp>

#include <memory>
#include <numeric>

namespace tessera::detail {

/// Where the members lie between sweeps: `now` holds their values, `other` is a second level, or null for a
/// member that needs none.
template <class T, int Count>
struct SystemState {
  T* now[Count];
  T* other[Count];
  Index stride_y, stride_z;

  /// What a sweep reads and writes, if it writes these members to their second level.
  SystemLevels<T, Count> levels(unsigned to_other) const {
    SystemLevels<T, Count> levels{{}, {}, stride_y, stride_z};
    for (int m = 0; m < Count; ++m) {
      levels.in[m] = now[m];
      levels.out[m] = (to_other >> m & 1u) != 0 ? other[m] : now[m];
    }
    return levels;
  }
  /// Makes the second level of these members the one that holds their values.
  void turn(unsigned members) {
    for (int m = 0; m < Count; ++m)
      if ((members >> m & 1u) != 0) std::swap(now[m], other[m]);
  }
};

/// One step a sweep, stage by stage in memory.
template <class Exec, class... Rules>
class SystemDirectPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;

public:
  /// Members that need a second level.
  static constexpr unsigned second = (0u | ... | (Rules::in_place ? 0u : Rules::writes));

  SystemDirectPlan(Exec const& exec, std::tuple<Rules...> const& rules, Direct const&) : rules_(rules) {
    if constexpr (!on_host<Exec>) reserve_scratch(exec, 0);
  }

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return {.scheme = Direct::name}; }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int) const {
    std::apply(
        [&](auto const&... rules) {
          (
              [&]<class Stage>(Stage const& stage) {
                constexpr unsigned to_other = Stage::in_place ? 0u : Stage::writes;
                sweep_stage("tessera::direct::stage", exec, stage, state.levels(to_other), step);
                state.turn(to_other);
              }(rules),
              ...);
        },
        rules_);
  }

private:
  std::tuple<Rules...> rules_;
};

/// How far a stage reads along each axis, with what it needs of images at closed faces: a read m nodes beyond
/// a face is an image of a node inside, on the other side of the node. A face that sets all that the stage
/// writes needs no image.
template <class Rules>
StageReach reach_of_stage(Rules const& rules) {
  StageReach reach;
  for (int a = 0; a < Rules::dimension; ++a) {
    int const below = Rules::below(a), above = Rules::above(a);
    auto const images = [&](int side) {
      EdgeKind const kind = rules.edge_kind(a, side);
      return kind == EdgeKind::image || kind == EdgeKind::mixed ||
             (Rules::reads_both_sides && kind != EdgeKind::open);
    };
    reach.below[a] = images(1) ? std::max(below, above) : below;
    reach.above[a] = images(0) ? std::max(below, above) : above;
  }
  reach.near = Rules::near;
  reach.writes = Rules::writes;
  return reach;
}

/// Several steps a sweep through ring buffers on a host. On a device there is no such kernel for systems yet:
/// steps are made stage by stage in memory, and the report says so.
template <class Exec, class... Rules>
class SystemTemporalPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int D = First::dimension, count = First::count, slow = D == 3 ? 2 : 1;
  using Kernel = SystemPipelineKernel<std::tuple<Rules...>>;
  using Schedule = SystemSchedule<count>;
  static constexpr unsigned written = (0u | ... | Rules::writes);

public:
  static constexpr unsigned second = on_host<Exec> ? written : SystemDirectPlan<Exec, Rules...>::second;

  SystemTemporalPlan(Exec const& exec, std::tuple<Rules...> const& rules, Temporal const& scheme)
      : rules_(std::make_shared<std::tuple<Rules...>>(rules)), direct_(exec, rules, Direct{}) {
    if (scheme.fused_steps < 0)
      throw InvalidInput(text("temporal: ", scheme.fused_steps, " fused steps (give one or more, or 0)"));
    if constexpr (on_host<Exec>) {
      steps_ = scheme.fused_steps > 0 ? scheme.fused_steps : default_steps();
      auto const reaches = std::apply(
          [](auto const&... stage) { return std::vector<StageReach>{reach_of_stage(stage)...}; }, rules);
      for (int s = 1; s <= steps_; ++s) schedules_.push_back(std::make_shared<Schedule>(reaches, s, slow));
      Schedule const& schedule = *schedules_.back();
      tile_ = chosen_tile<D>(scheme.tile, default_tile(exec, schedule));
      tiling_ = tiling_of(schedule);
      scratch_ = Kernel::scratch_bytes(schedule, loaded(schedule));
      check_scratch<Exec>("temporal", tile_, D, steps_, scratch_);
      reserve_scratch(exec, scratch_);
    }
  }

  int steps_of_sweep(Index left) const {
    if constexpr (!on_host<Exec>) return 1;
    Index const sweeps = divide_up(left, steps_);
    return static_cast<int>(divide_up(left, sweeps));
  }

  SchemeReport report() const {
    if constexpr (!on_host<Exec>) return {.scheme = Temporal::name};
    return {.scheme = Temporal::name,
            .tile = tile_,
            .fused_steps = steps_,
            .scratch_bytes = scratch_,
            .way = "scratch"};
  }

  void sweep(Exec const& exec, SystemState<T, count>& state, Index step, int steps) const {
    if constexpr (on_host<Exec>) {
      Schedule const& schedule = *schedules_[static_cast<std::size_t>(steps - 1)];
      launch_tiles("tessera::temporal::stages", exec,
                   Kernel{rules_.get(), &schedule, tiling_, state.levels(written), written, step},
                   tiling_.size(), 1, scratch_);
      state.turn(written);
    } else {
      direct_.sweep(exec, state, step, steps);
    }
  }

private:
  static int default_steps() { return std::max(4, 16 / static_cast<int>(sizeof...(Rules))); }

  /// The core of a default tile is as wide as lets the ring buffers stay in the second-level cache, and as
  /// high as gives every core a tile.
  Tile default_tile(Exec const& exec, Schedule const& schedule) const {
    Index3 const nodes = std::get<0>(*rules_).domain.whole().upper;
    auto const halo = [&](int a) { return schedule.below[a] + schedule.above[a]; };
    Index const values = static_cast<Index>(second_cache_bytes() / 4 * 3 / sizeof(T)) / schedule.all_rows;
    Index core[3] = {1, 1, 1};
    Index high = 1; // rows of a plane, halo included
    if constexpr (D == 3) {
      core[1] = min(nodes[1], max(16, 4 * halo(1)));
      high = core[1] + halo(1);
    }
    Index const least = min(nodes[0], max(64, 4 * halo(0)));
    core[0] = min(nodes[0], max(least, values / high - halo(0)));
    core[0] = divide_up(nodes[0], divide_up(nodes[0], core[0]));
    if constexpr (D > 1) {
      Index const columns = divide_up(nodes[0], core[0]) * (D == 3 ? divide_up(nodes[1], core[1]) : 1);
      // Every core gets as many tiles as the others; each of them is as high as can be.
      Index const cores = cores_for(nodes[0] * nodes[1] * nodes[2], exec.concurrency());
      core[slow] = divide_up(nodes[slow], cores / std::gcd(columns, cores));
    }
    Tile tile = {1, 1, 1};
    for (int a = 0; a < D; ++a) tile[a] = static_cast<int>(core[a] + halo(a));
    return tile;
  }

  Tiling tiling_of(Schedule const& schedule) const {
    Domain const& domain = std::get<0>(*rules_).domain;
    Tiling tiling;
    for (int a = 0; a < D; ++a) {
      Index const halo = schedule.below[a] + schedule.above[a];
      tiling.core[a] = tile_[a] - halo;
      if (tiling.core[a] < 1)
        throw InvalidInput(text("tile ", extents_text(tile_, D), " with ", steps_,
                                " fused step(s) leaves no node to write along axis ", a, ": give at least ",
                                halo + 1, " (tile axis 0 is the unit-stride axis)"));
      tiling.count[a] = divide_up(domain.nodes[a], tiling.core[a]);
    }
    check_count(tiling, tile_, D);
    return tiling;
  }
  Index3 loaded(Schedule const& schedule) const {
    Index3 extent{{1, 1, 1}};
    for (int a = 0; a < D; ++a) extent[a] = tiling_.core[a] + schedule.below[a] + schedule.above[a];
    return extent;
  }

  std::shared_ptr<std::tuple<Rules...>> rules_; // kernels point there
  SystemDirectPlan<Exec, Rules...> direct_;
  std::vector<std::shared_ptr<Schedule>> schedules_; // for 1, 2, ... steps
  int steps_ = 1;
  Tile tile_ = {0, 0, 0};
  Tiling tiling_;
  std::size_t scratch_ = 0;
};

/// The plan of a scheme for systems. Schemes without one are refused by the Stepper.
template <class Scheme, class Exec, class... Rules>
struct SystemPlanOf {
  static constexpr bool exists = false;
};
template <class Exec, class... Rules>
struct SystemPlanOf<Direct, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = SystemDirectPlan<Exec, Rules...>;
};
template <class Exec, class... Rules>
struct SystemPlanOf<Temporal, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = SystemTemporalPlan<Exec, Rules...>;
};

} // namespace tessera::detail
