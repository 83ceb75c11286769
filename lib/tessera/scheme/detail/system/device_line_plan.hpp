// SPDX-License-Identifier: Apache-2.0
// The plan of Tiled, Streaming and Temporal for systems of fields in 1D on a device, whose tiles lie in the
// registers of a warp: the steps of a sweep, and the launch of device_lines.hpp.
#pragma once

#include <tessera/grid/detail/wide_access.hpp>
#include <tessera/scheme/detail/system/device_lines.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/request.hpp>
#include <tessera/scheme/detail/system/stage_faces.hpp>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemLinePlan {
  using Kernel = SystemLineKernel<Exec, Rules...>;
  using Shape = typename Kernel::Shape;
  using T = typename Kernel::T;
  static constexpr int width = Kernel::width;

public:
  static constexpr unsigned second = Kernel::written;
  static constexpr int members = Kernel::members;

  /// \throws InvalidInput for a tile of another width than the one that is compiled
  SystemLinePlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : stages_(rules), reaches_(reaches_without_images(rules)), domain_(std::get<0>(rules).domain),
        faces_(stages_), scheme_(request.scheme),
        direct_(exec, rules, request.scheme,
                request.fused_steps == 1 ? StepsPerSweep::one : StepsPerSweep::several) {
    if (request.tile != Tile{0, 0, 0} && request.tile != tile() && request.tile != Tile{width, 0, 0})
      throw InvalidInput(text(scheme_, ": tile ", extents_text(request.tile, 1),
                              ", on a device a tile of this system is ", width, " nodes wide"));
    steps_ = request.steps(own_steps(multiprocessors(exec.concurrency())));
    fits_ = tiles(steps_).core >= least_core();
    if (fits_)
      check_count(Tiling{{{tiles(steps_).core, 1, 1}}, {{tiles(steps_).count, 1, 1}}}, tile(), 1);
    else if (request.tile != Tile{0, 0, 0})
      throw InvalidInput(text(scheme_, ": tile ", width, " with ", steps_,
                              " fused step(s): its halo leaves it no core (give fewer fused steps)"));
    reserve_scratch(exec, Kernel::scratch_bytes());
  }

  int steps_of_sweep(Index left) const {
    return fits_ ? static_cast<int>(min(left, steps_)) : direct_.steps_of_sweep(left);
  }
  SchemeReport report() const {
    if (!fits_) return direct_.report();
    return {.scheme = scheme_,
            .tile = tile(),
            .fused_steps = steps_,
            .scratch_bytes = Kernel::scratch_bytes(),
            .way = "registers"};
  }
  /// Whether tiles are used. Else steps are made in memory.
  bool fits() const { return fits_; }

  void sweep(Exec const& exec, SystemState<T, Kernel::count>& state, Index step, int steps) const {
    if (!fits_) return direct_.sweep(exec, state, step, steps);
    with_kernel(state, step, steps, [&](Kernel const& kernel) {
      launch_tiles<members>("tessera::lines::stages", exec, kernel, teams(steps), members,
                            Kernel::scratch_bytes());
    });
    state.turn(second);
  }

  /// Calls launch(kernel) with the kernel of a sweep of so many steps, which teams(steps) teams run.
  template <class Launch>
  void with_kernel(SystemState<T, Kernel::count> const& state, Index step, int steps,
                   Launch const& launch) const {
    SystemLevels<T, Kernel::count> const levels = state.levels(Kernel::written);
    bool wide = true;
    for (int m = 0; m < Kernel::count; ++m) wide = wide && is_wide(levels.in[m]) && is_wide(levels.out[m]);
    launch(Kernel{stages_, tiles(steps), levels, faces_.keeps, faces_.settles, wide, step, steps});
  }
  Index teams(int steps) const { return divide_up(tiles(steps).count, Index{members / Kernel::lanes}); }

private:
  static Tile tile() { return {width, 1, 1}; }
  static bool is_wide(T const* first) { return wide_access<Kernel::Runs::C>(Data<T const>{first, 0, 0}); }
  /// Images at a face lie in the tile of a core that is as wide as the radius.
  static Index least_core() { return max(Kernel::Runs::C, Shape::radius); }

  /// The tiles of a sweep of so many steps. Their core may be empty.
  SystemLineTiles tiles(int steps) const {
    SystemSchedule<Kernel::count> const schedule(reaches_, steps, 0);
    Index const reach = max(schedule.below[0], schedule.above[0]);
    Index const halo = divide_up(reach, Kernel::Runs::C) * Kernel::Runs::C;
    // The tile at an upper face has both halos before its core.
    Index const core = width - 2 * halo;
    return {core, halo, core > 0 ? divide_up(domain_.nodes[0], core) : 0};
  }

  /// As many steps as bring values so far that half of a small line's tile is core, and seven eighths of a
  /// large one's, whose launches cost little beside its steps. A halo in memory may be for fewer.
  int own_steps(Index processors) const {
    Index const part = domain_.nodes[0] < 16384 * processors ? 2 : 8;
    int steps = 0;
    while (steps < 1024 && tiles(steps + 1).core * part >= width * (part - 1) && halo_holds(steps + 1))
      ++steps;
    return steps > 0 ? steps : 1;
  }
  bool halo_holds(int steps) const {
    SystemSchedule<Kernel::count> const schedule(reaches_, steps, 0);
    return (!has_halo(domain_, 0, 0) || -domain_.readable.lower[0] >= schedule.halo_below[0]) &&
           (!has_halo(domain_, 0, 1) ||
            domain_.readable.upper[0] - domain_.nodes[0] >= schedule.halo_above[0]);
  }

  StageList<Rules...> stages_;
  std::vector<StageReach> reaches_;
  Domain domain_;
  StageFaces faces_;
  char const* scheme_;
  SystemDirectPlan<Exec, Rules...> direct_;
  int steps_ = 1;
  bool fits_ = true;
};

} // namespace tessera::detail
