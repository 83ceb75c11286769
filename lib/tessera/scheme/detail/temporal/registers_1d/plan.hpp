// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking for lines, whose tiles lie in a device's registers. It chooses the tile and
// the number of fused steps, and launches kernel.hpp.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/temporal/registers_1d/default_tile.hpp>
#include <tessera/scheme/detail/temporal/registers_1d/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

#include <type_traits>

namespace tessera::detail {

/// Whether members can hold values in registers and read them from each other's: numbers, and small structs
/// that can be copied and made as bytes.
template <class T>
inline constexpr bool fits_lanes = std::is_arithmetic_v<T> ||
                                   (std::is_trivially_copyable_v<T> &&
                                    std::is_trivially_default_constructible_v<T> &&
                                    sizeof(T) % sizeof(unsigned) == 0 && sizeof(T) <= 16);

template <class Exec, class Rules>
inline constexpr bool fits_line =
    has_warps<Exec>&& Rules::dimension == 1 && !has_points<typename Rules::stencil_type> &&
    fits_lanes<typename Rules::value_type> && Rules::radius <= LineSizes::longest_run;

template <class Exec, class Rules>
class TemporalLinePlan {
public:
  using T = typename Rules::value_type;
  static constexpr LineSizes sizes{Rules::radius, sizeof(T), Rules::two_levels};
  static constexpr int long_run = sizes.long_run(), short_run = sizes.short_run();
  static constexpr bool writes_over_previous() { return false; }

  /// Whether this plan can do what the user asks for. A tile is as wide as a warp holds nodes, in long runs
  /// or in short ones.
  template <class Scheme>
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    Tile const& tile = scheme.tile;
    if (scheme.fused_steps < 0 || tile[1] < 0 || tile[1] > 1 || tile[2] < 0 || tile[2] > 1) return false;
    if (tile[0] != 0 && tile[0] != width(long_run) && tile[0] != width(short_run)) return false;
    LineChoice const choice = chosen(exec, rules, scheme);
    return sizes.has_core(choice.run, choice.fused_steps);
  }

  template <class Scheme>
  TemporalLinePlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), choice_(chosen(exec, rules, scheme)) {
    LineTiles const cut = tiles(choice_.fused_steps);
    check_count(Tiling{{{cut.core, 1, 1}}, {{cut.count, 1, 1}}}, tile(), 1);
    reserve_scratch(exec, scratch());
  }

  int steps_of_sweep(Index left) const { return static_cast<int>(min(choice_.fused_steps, left)); }
  SchemeReport report() const {
    return {.scheme = "temporal",
            .tile = tile(),
            .fused_steps = choice_.fused_steps,
            .scratch_bytes = scratch(),
            .way = name_of(TemporalWay::registers)};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    with_kernel(levels, step, steps, [&](auto const& kernel) {
      launch_tiles<members>("tessera::temporal::sweep", exec, kernel, teams(steps), members, scratch());
    });
  }

  /// Calls body(kernel) with the kernel of a sweep of so many steps, which teams(steps) teams of `members`
  /// run.
  template <class Body>
  void with_kernel(Levels<T> const& levels, Index step, int steps, Body const& body) const {
    if (choice_.run == long_run)
      body(kernel<long_run>(levels, step, steps));
    else
      body(kernel<short_run>(levels, step, steps));
  }
  static constexpr int members = LineKernel<Exec, Rules, long_run>::members;
  Index teams(int steps) const { return divide_up(tiles(steps).count, Index{members / LineSizes::lanes}); }

private:
  static constexpr int width(int run) { return LineSizes::lanes * run; }
  std::size_t scratch() const {
    return choice_.run == long_run ? LineKernel<Exec, Rules, long_run>::scratch_bytes()
                                   : LineKernel<Exec, Rules, short_run>::scratch_bytes();
  }
  Tile tile() const { return {width(choice_.run), 1, 1}; }

  /// The tiles of a sweep of so many steps, whose halo is no wider than these need.
  LineTiles tiles(int steps) const {
    return LineTiles::of(rules_.domain, width(choice_.run), sizes.halo(choice_.run, steps), Rules::radius,
                         rules_.obstacle.present());
  }

  template <int run>
  auto kernel(Levels<T> const& levels, Index step, int steps) const {
    using Kernel = LineKernel<Exec, Rules, run>;
    return Kernel{rules_, tiles(steps), levels, step, steps, wide_access<Kernel::C>(levels)};
  }

  template <class Scheme>
  static LineChoice chosen(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    LineChoice choice = sizes.choice(rules.domain.nodes[0], multiprocessors(exec.concurrency()));
    if (scheme.tile[0] != 0) {
      choice.run = static_cast<int>(scheme.tile[0]) / LineSizes::lanes;
      choice.fused_steps = sizes.default_steps(choice.run);
    }
    choice.fused_steps = std::min(choice.fused_steps, steps_of_halo(rules.domain));
    if (scheme.fused_steps != 0) choice.fused_steps = scheme.fused_steps;
    // More steps than short runs have room for take long ones.
    if (scheme.tile[0] == 0 && !sizes.has_core(choice.run, choice.fused_steps)) choice.run = long_run;
    return choice;
  }

  /// As many steps as a halo in memory is deep enough for, at least one.
  static int steps_of_halo(Domain const& d) {
    Index nodes = LineSizes::lanes * LineSizes::longest_run;
    if (!d.wraps[0] && d.open[0][0]) nodes = min(nodes, -d.readable.lower[0]);
    if (!d.wraps[0] && d.open[0][1]) nodes = min(nodes, d.readable.upper[0] - d.nodes[0]);
    return static_cast<int>(max(1, nodes / Rules::radius));
  }

  Rules rules_;
  LineChoice choice_;
};

} // namespace tessera::detail
