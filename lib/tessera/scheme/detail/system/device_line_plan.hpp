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
  using Shape = SystemRunShape<Rules...>;
  using T = typename Shape::T;
  static constexpr int count = Shape::count, lanes = 32;
  template <int run>
  using KernelOf = SystemLineKernel<Exec, run, Rules...>;

public:
  static constexpr unsigned second = Shape::written;
  static constexpr int members = KernelOf<Shape::long_run>::members;
  /// The widths of tiles that are compiled.
  static constexpr int narrow = lanes * Shape::short_run, wide = lanes * Shape::long_run;

  /// \throws InvalidInput for a tile of other widths than those that are compiled
  SystemLinePlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : stages_(rules), reaches_(reaches_without_images(rules)), domain_(std::get<0>(rules).domain),
        faces_(stages_), scheme_(request.scheme),
        direct_(exec, rules, request.scheme,
                request.fused_steps == 1 ? StepsPerSweep::one : StepsPerSweep::several) {
    Index const processors = multiprocessors(exec.concurrency());
    choose_run(request.tile, processors);
    steps_ = request.steps(own_steps(processors));
    // More steps than short runs have room for take long ones.
    if (request.tile == Tile{0, 0, 0} && tiles(steps_).core < least_core()) run_ = Shape::long_run;
    LineTiles const cut = tiles(steps_);
    fits_ = cut.core >= least_core();
    if (fits_)
      check_count(Tiling{{{cut.core, 1, 1}}, {{cut.count, 1, 1}}}, tile(), 1);
    else if (request.tile != Tile{0, 0, 0})
      throw InvalidInput(text(scheme_, ": tile ", width(), " with ", steps_,
                              " fused step(s): its halo leaves it no core (give fewer fused steps)"));
    reserve_scratch(exec, scratch());
  }

  int steps_of_sweep(Index left) const {
    return fits_ ? static_cast<int>(min(left, steps_)) : direct_.steps_of_sweep(left);
  }
  SchemeReport report() const {
    if (!fits_) return direct_.report();
    return {.scheme = scheme_,
            .tile = tile(),
            .fused_steps = steps_,
            .scratch_bytes = scratch(),
            .way = "registers"};
  }
  /// Whether tiles are used. Else steps are made in memory.
  bool fits() const { return fits_; }

  void sweep(Exec const& exec, SystemState<T, count>& state, Index step, int steps) const {
    if (!fits_) return direct_.sweep(exec, state, step, steps);
    with_kernel(state, step, steps, [&](auto const& kernel) {
      launch_tiles<members>("tessera::lines::stages", exec, kernel, teams(steps), members, scratch());
    });
    state.turn(second);
  }

  /// Calls launch(kernel) with the kernel of a sweep of so many steps, which teams(steps) teams run.
  template <class Launch>
  void with_kernel(SystemState<T, count> const& state, Index step, int steps, Launch const& launch) const {
    with_run([&](auto run) {
      using Kernel = KernelOf<run()>;
      SystemLevels<T, count> const levels = state.levels(second);
      bool packs = true;
      for (int m = 0; m < count; ++m)
        for (T const* first : {levels.in[m], static_cast<T const*>(levels.out[m])})
          packs = packs && wide_access<Kernel::Runs::C>(Data<T const>{first, 0, 0});
      launch(Kernel{stages_, tiles(steps), levels, faces_.keeps, faces_.settles, packs, step, steps});
    });
  }
  Index teams(int steps) const { return divide_up(tiles(steps).count, Index{members / lanes}); }

private:
  /// Calls body(std::integral_constant<int, run>) with the run that was chosen.
  template <class Body>
  void with_run(Body const& body) const {
    if (run_ == Shape::long_run)
      body(std::integral_constant<int, Shape::long_run>{});
    else
      body(std::integral_constant<int, Shape::short_run>{});
  }
  Index width() const { return Index{lanes} * run_; }
  Tile tile() const { return {lanes * run_, 1, 1}; }
  std::size_t scratch() const {
    std::size_t bytes = 0;
    with_run([&](auto run) { bytes = KernelOf<run()>::scratch_bytes(); });
    return bytes;
  }
  int pack() const {
    int nodes = 1;
    with_run([&](auto run) { nodes = KernelOf<run()>::Runs::C; });
    return nodes;
  }

  /// Small lines have short runs, as those of fields (registers_1d/default_tile.hpp).
  void choose_run(Tile const& wanted, Index processors) {
    if (wanted == Tile{0, 0, 0}) {
      run_ = domain_.nodes[0] < 1024 * processors ? Shape::short_run : Shape::long_run;
      return;
    }
    run_ = wanted[0] / lanes;
    if ((wanted[0] != narrow && wanted[0] != wide) || wanted[1] < 0 || wanted[1] > 1 || wanted[2] < 0 ||
        wanted[2] > 1)
      throw InvalidInput(text(scheme_, ": tile ", extents_text(wanted, 1),
                              ", on a device a tile of this system is ", narrow, " or ", wide,
                              " nodes wide"));
  }

  /// Images at a face lie in the tile of a core that is as wide as the radius.
  Index least_core() const { return max(pack(), Shape::radius); }

  /// The tiles of a sweep of so many steps. Their core may be empty.
  LineTiles tiles(int steps) const {
    SystemSchedule<count> const schedule(reaches_, steps, 0);
    Index const reach = max(schedule.below[0], schedule.above[0]);
    return LineTiles::of(domain_, width(), divide_up(reach, pack()) * pack(), Shape::radius,
                         stages_.first.obstacle.present());
  }

  /// As many steps as leave so much of a tile to its core: a quarter in short runs, half in long ones, and
  /// seven eighths on large lines, whose launches cost little beside their steps. A halo in memory may be for
  /// fewer.
  int own_steps(Index processors) const {
    Index const eighths = run_ != Shape::long_run ? 2 : domain_.nodes[0] < 16384 * processors ? 4 : 7;
    int steps = 0;
    while (steps < 1024 && tiles(steps + 1).core * 8 >= width() * eighths && halo_holds(steps + 1)) ++steps;
    return steps > 0 ? steps : 1;
  }
  bool halo_holds(int steps) const {
    SystemSchedule<count> const schedule(reaches_, steps, 0);
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
  int run_ = Shape::long_run, steps_ = 1;
  bool fits_ = true;
};

} // namespace tessera::detail
