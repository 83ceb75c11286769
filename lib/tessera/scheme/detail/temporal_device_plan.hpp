// SPDX-License-Identifier: Apache-2.0
// Temporal blocking on a device: in registers for the tiles and fused steps that are compiled, through scratch for
// all others.
#pragma once

#include <tessera/scheme/detail/register_pipeline.hpp>
#include <tessera/scheme/detail/temporal_plan.hpp>

#include <algorithm>
#include <variant>

namespace tessera::detail {

template <class Exec, class Rules>
inline constexpr bool fits_registers = !on_host<Exec> && Rules::dimension == 2 && Rules::star &&
                                       std::is_arithmetic_v<typename Rules::value_type> &&
                                       Rules::radius <= pack_width<typename Rules::value_type, 16>;

template <class Exec, class Rules>
class TemporalRegisterPlan {
public:
  using T = typename Rules::value_type;
  using Tiles = RegisterTiles<Rules>;
  static constexpr int R = Rules::radius, C = Tiles::C;

  /// Fused steps that are compiled: a stage costs 2 R C registers, so high orders have fewer.
  using Available = std::conditional_t<R == 1, std::integer_sequence<int, 1, 2, 4, 8, 10>,
                                       std::integer_sequence<int, 1, 2, 4>>;

  /// Whether these choices can be had in registers: a tile is 32 to 256 packs wide, by whole warps.
  template <class Scheme>
  static bool offers(Scheme const& scheme) {
    int const fused = scheme.fused_steps == 0 ? default_fused() : scheme.fused_steps;
    int const width = scheme.tile[0] == 0 ? default_packs * C : scheme.tile[0];
    return largest(Available{}, fused) == fused && width % (32 * C) == 0 && width <= 256 * C &&
           width > 2 * Tiles::halo_x(fused) && scheme.tile[1] >= 0 && scheme.tile[2] <= 1;
  }

  template <class Scheme>
  TemporalRegisterPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), fused_(scheme.fused_steps == 0 ? default_fused() : scheme.fused_steps) {
    tile_ = chosen_tile<2>(scheme.tile, {default_packs * C, 512 + 2 * R * fused_, 1});
    team_size_ = tile_[0] / C;
    place_tiles();
    scratch_ = std::max(with_stages(fused_, [&](auto s) { return KernelOf<s()>::scratch_bytes(team_size_); }),
                        BlockKernel<Exec, Rules>::scratch_bytes(
                            Rules::grown({{{0, 0, 0}}, tiles_.careful_core}, R * fused_).extents(), fused_));
    check_scratch<Exec>(Scheme::name, tile_, 2, fused_, scratch_);
    reserve_scratch(exec, scratch_);
    obstacle_tiles_ = mark_obstacle_tiles(exec, rules_, tiles_, Index{fused_} * R);
  }

  int steps_of_sweep(Index left) const { return largest(Available{}, static_cast<int>(min(fused_, left))); }

  SchemeReport report() const {
    return {.scheme = "temporal", .tile = tile_, .fused_steps = fused_, .scratch_bytes = scratch_};
  }

  void sweep(Exec const& exec, Data<T const> in, Data<T> out, Index step, int steps) const {
    bool const wide = wide_access<C>(in) && wide_access<C>(out);
    with_stages(steps, [&](auto s) {
      BlockKernel<Exec, Rules> const careful{
          rules_, tiles_.tiling, obstacle_tiles_, tiles_.careful_core, in, out, step, steps};
      launch_tiles("tessera::temporal::sweep", exec, KernelOf<s()>{careful, tiles_, scratch_, wide},
                   tiles_.slabs.size() + tiles_.tiling.size(), team_size_, scratch_);
      return std::size_t{0};
    });
  }

private:
  template <int S>
  using KernelOf = RegisterPipelineKernel<Exec, Rules, S>;

  static constexpr int default_packs = 64;
  static constexpr int default_fused() { return R > 1 ? 4 : sizeof(T) == 4 ? 10 : 8; }

  template <int... S>
  static int largest(std::integer_sequence<int, S...>, int at_most) {
    int best = 1;
    ((best = S <= at_most ? S : best), ...);
    return best;
  }

  template <class Body>
  static std::size_t with_stages(int steps, Body const& body) {
    return with_stages(Available{}, steps, body);
  }
  template <int... S, class Body>
  static std::size_t with_stages(std::integer_sequence<int, S...>, int steps, Body const& body) {
    std::size_t result = 0;
    ((S == steps ? (void)(result = body(std::integral_constant<int, S>{})) : (void)0), ...);
    return result;
  }

  // The middle keeps a tile's halo away from every edge; its tiles start and end at whole packs.
  void place_tiles() {
    int const halo_x = Tiles::halo_x(fused_), halo_y = R * fused_;
    Box3 const whole = rules_.domain.whole();
    tiles_.tiling = make_tiling(rules_, {tile_[0] - 2 * (halo_x - halo_y), tile_[1], 1}, fused_);
    tiles_.middle = whole;
    tiles_.middle.lower[0] = halo_x;
    tiles_.middle.upper[0] = whole.upper[0] / C * C - halo_x;
    tiles_.middle.lower[1] = halo_y;
    tiles_.middle.upper[1] = whole.upper[1] - halo_y;
    if (tiles_.middle.size() == 0) tiles_.middle.upper = tiles_.middle.lower;
    for (int a = 0; a < 2; ++a)
      tiles_.tiling.count[a] = divide_up(tiles_.middle.extent(a), tiles_.tiling.core[a]);
    tiles_.careful_core = {{24, 24, 1}};
    tiles_.slabs = slabs_around(tiles_.middle, whole, 2, tiles_.careful_core);
  }

  Rules rules_;
  int fused_;
  Tile tile_;
  int team_size_;
  Tiles tiles_;
  std::size_t scratch_;
  ObstacleTiles<Exec> obstacle_tiles_;
};

/// Registers where they are offered, scratch elsewhere.
template <class Exec, class Rules>
class TemporalDevicePlan {
public:
  using T = typename Rules::value_type;
  using InRegisters = TemporalRegisterPlan<Exec, Rules>;
  using InScratch = TemporalPlan<Exec, Rules>;

  template <class Scheme>
  TemporalDevicePlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(InRegisters::offers(scheme) ? Plans(std::in_place_type<InRegisters>, exec, rules, scheme)
                                          : Plans(std::in_place_type<InScratch>, exec, rules, scheme)) {}

  int steps_of_sweep(Index left) const {
    return std::visit([=](auto const& plan) { return plan.steps_of_sweep(left); }, plan_);
  }
  SchemeReport report() const {
    return std::visit([](auto const& plan) { return plan.report(); }, plan_);
  }
  void sweep(Exec const& exec, Data<T const> in, Data<T> out, Index step, int steps) const {
    std::visit([&](auto const& plan) { plan.sweep(exec, in, out, step, steps); }, plan_);
  }

private:
  using Plans = std::variant<InRegisters, InScratch>;
  Plans plan_;
};

} // namespace tessera::detail
