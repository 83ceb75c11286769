// SPDX-License-Identifier: Apache-2.0
// The plan of Temporal and Tiled for systems of fields on a host: the tile, the steps of a sweep, the
// schedule.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/cores.hpp>
#include <tessera/scheme/detail/system/host_pipeline.hpp>
#include <tessera/scheme/detail/system/request.hpp>
#include <tessera/scheme/detail/system/state.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

#include <memory>
#include <numeric>

namespace tessera::detail {

/// Steps through ring buffers on a host.
template <class Exec, class... Rules>
class SystemPipelinePlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int D = First::dimension, count = First::count, slow = D == 3 ? 2 : 1;
  using Kernel = SystemPipelineKernel<std::tuple<Rules...>>;
  using Schedule = SystemSchedule<count>;
  static constexpr unsigned written = (0u | ... | Rules::writes);

public:
  static constexpr unsigned second = written;

  SystemPipelinePlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : rules_(std::make_shared<std::tuple<Rules...>>(rules)), scheme_(request.scheme),
        steps_(request.steps(default_steps(rules))) {
    auto const reaches = reaches_of(rules);
    for (int s = 1; s <= steps_; ++s) schedules_.push_back(std::make_shared<Schedule>(reaches, s, slow));
    Schedule const& schedule = *schedules_.back();
    tile_ = chosen_tile<D>(request.tile, default_tile(exec, schedule));
    tiling_ = system_tiling<D>(std::get<0>(rules).domain, tile_, steps_, schedule);
    scratch_ = Kernel::scratch_bytes(schedule, loaded(schedule));
    check_scratch<Exec>(scheme_, tile_, D, steps_, scratch_);
    reserve_scratch(exec, scratch_);
  }

  int steps_of_sweep(Index left) const { return even_share(left, steps_); }

  SchemeReport report() const {
    return {
        .scheme = scheme_, .tile = tile_, .fused_steps = steps_, .scratch_bytes = scratch_, .way = "scratch"};
  }

  void sweep(Exec const& exec, SystemState<T, count>& state, Index step, int steps) const {
    Schedule const& schedule = *schedules_[static_cast<std::size_t>(steps - 1)];
    launch_tiles("tessera::pipeline::stages", exec,
                 Kernel{rules_.get(), &schedule, tiling_, state.levels(written), written, step},
                 tiling_.size(), 1, scratch_);
    state.turn(written);
  }

private:
  /// In 3D a tile is cut along two axes, and its halo is updated again along both: so few steps are fused
  /// that the halo is no wider than half of the grid.
  static int default_steps(std::tuple<Rules...> const& rules) {
    int const most = std::max(4, 16 / static_cast<int>(sizeof...(Rules)));
    if constexpr (D < 3) return most;
    Schedule const one(reaches_of(rules), 1, slow);
    Index steps = 4;
    for (int a = 0; a < 2; ++a) {
      Index const halo = one.below[a] + one.above[a];
      if (halo > 0) steps = min(steps, std::get<0>(rules).domain.nodes[a] / (2 * halo));
    }
    return static_cast<int>(max(1, steps));
  }

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

  Index3 loaded(Schedule const& schedule) const {
    Index3 extent{{1, 1, 1}};
    for (int a = 0; a < D; ++a) extent[a] = tiling_.core[a] + schedule.below[a] + schedule.above[a];
    return extent;
  }

  std::shared_ptr<std::tuple<Rules...>> rules_; // kernels point there
  char const* scheme_;
  int steps_;
  std::vector<std::shared_ptr<Schedule>> schedules_; // for 1, 2, ... steps
  Tile tile_ = {0, 0, 0};
  Tiling tiling_;
  std::size_t scratch_ = 0;
};

} // namespace tessera::detail
