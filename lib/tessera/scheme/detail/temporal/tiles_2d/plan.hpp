// SPDX-License-Identifier: Apache-2.0
// Several steps per load of a tile on a device, in 2D, for formulas that registers_2d does not support:
// boxes, stars of radius 2 with short rows, bytes, structs. The kernel is the one of systems of fields; a
// field is a system of one member, whose values may be structs.
#pragma once

#include <tessera/scheme/detail/direct/device_steps.hpp>
#include <tessera/scheme/detail/system/device_plan.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>

#include <optional>
#include <tuple>
#include <type_traits>

namespace tessera::detail {

/// Whether values may lie in a tile: numbers, and structs of 8 or 16 bytes without constructors, which can be
/// copied and made as bytes.
template <class T>
inline constexpr bool fits_tile_values = std::is_arithmetic_v<T> ||
                                         (std::is_trivially_copyable_v<T> &&
                                          std::is_trivially_default_constructible_v<T> &&
                                          (sizeof(T) == 8 || sizeof(T) == 16) && staggered_members<T>() == 0);

/// Wider formulas do so much at a node that the halo, which is computed twice, costs more than memory does.
template <class Exec, class Rules>
inline constexpr bool fits_tiles = has_warps<Exec>&& Rules::dimension == 2 && Rules::radius <= 2 &&
                                   !Rules::two_levels && fits_tile_values<typename Rules::value_type>;

template <class Exec, class Rules>
class TemporalTilePlan {
public:
  using T = typename Rules::value_type;
  using Stage = StageRules<T, T, typename Rules::Order, typename Rules::stencil_type,
                           typename Rules::boundary_type, Rules::radius>;
  using Plan = SystemTilePlan<Exec, Stage>;
  static constexpr bool writes_over_previous() { return false; }

  /// The plan, if tiles can do what the user asks for and pay. Small grids are swept by persistent tiles.
  /// Where those are not possible, one launch of many steps in memory, whose threads make a node each, is
  /// faster than a launch for each sweep. Nor are there tiles for bytes where a face may change its nodes:
  /// single steps are faster.
  template <class Scheme>
  static std::optional<TemporalTilePlan> offered(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    if (scheme.tile != Tile{0, 0, 0} || scheme.fused_steps < 0 || rules.domain.reads_halo()) return {};
    TemporalTilePlan const made(exec, rules, scheme);
    bool pays = made.plan_.tiles_pay();
    if (scheme.fused_steps == 0 && !made.plan_.persistent())
      pays = pays && !DirectSteps<Exec, Rules>::possible(exec, rules, 1) &&
             (sizeof(T) > 1 || all_faces_freeze(rules));
    return pays ? std::optional(made) : std::nullopt;
  }

  int steps_of_sweep(Index left) const { return plan_.steps_of_sweep(left); }
  SchemeReport report() const { return plan_.report(); }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    // The kernel reads one level and writes the other.
    SystemState<T, 1> state{
        {const_cast<T*>(levels.in.origin)}, {levels.out.origin}, levels.in.stride_y, levels.in.stride_z};
    plan_.sweep(exec, state, levels.out.stride_y, step, steps);
  }

private:
  template <class Scheme>
  TemporalTilePlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(exec, stage_of(rules), {"temporal", scheme.tile, scheme.fused_steps}) {}

  static bool all_faces_freeze(Rules const& rules) {
    bool all = true;
    for (int axis = 0; axis < 2; ++axis)
      for (int side = 0; side < 2; ++side)
        all &= rules.domain.open[axis][side] || rules.traits_at(axis, side).frozen;
    return all;
  }
  static std::tuple<Stage> stage_of(Rules const& rules) {
    return {Stage{rules.stencil, rules.boundary, rules.domain, rules.obstacle}};
  }

  Plan plan_;
};

} // namespace tessera::detail
