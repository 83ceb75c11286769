// SPDX-License-Identifier: Apache-2.0
// Temporal blocking in registers: which tiles and fused steps there are, and launching the one that was chosen.
#pragma once

#include <tessera/scheme/detail/register_pipeline.hpp>
#include <tessera/scheme/detail/temporal_plan.hpp>

namespace tessera::detail {

template <class Exec, class Rules>
inline constexpr bool fits_registers =
    !on_host<Exec> && Rules::dimension == 2 && Rules::star && std::is_arithmetic_v<typename Rules::value_type> &&
    Rules::radius <= pack_width<typename Rules::value_type, 16>;

template <class Exec, class Rules>
class TemporalRegisterPlan {
 public:
  using T = typename Rules::value_type;
  using Tiles = RegisterTiles<Rules>;
  static constexpr int R = Rules::radius, C = Tiles::C;

  /// Fused steps that are compiled: a stage costs 2 R C registers, so high orders have fewer.
  using Available = std::conditional_t<R == 1, std::integer_sequence<int, 1, 2, 4, 8, 12>,
                                       std::integer_sequence<int, 1, 2, 4>>;

  template <class Scheme>
  TemporalRegisterPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), fused_(chosen_fused_steps(scheme.fused_steps, default_fused())) {
    tile_ = chosen_tile<2>(scheme.tile, {64 * C, 512 + 2 * R * fused_, 1});
    team_size_ = tile_[0] / C;
    check_choice();
    place_tiles();
    scratch_ = std::max(with_stages(fused_, [&](auto s) { return KernelOf<s()>::scratch_bytes(team_size_); }),
                        PipelineKernel<Exec, Rules>::scratch_bytes(tiles_.slab_tile, fused_));
    check_scratch<Exec>(Scheme::name, tile_, 2, fused_, scratch_);
    obstacle_tiles_ = mark_obstacle_tiles(exec, rules_, tiles_, Index{fused_} * R);
  }

  int steps_of_sweep(Index left) const { return largest(Available{}, static_cast<int>(min(fused_, left))); }

  SchemeReport report() const {
    return {.scheme = "temporal", .tile = tile_, .fused_steps = fused_, .scratch_bytes = scratch_};
  }

  void sweep(Exec const& exec, Data<T const> in, Data<T> out, Index step, int steps) const {
    bool const wide = wide_access<C>(in) && wide_access<C>(out);
    with_stages(steps, [&](auto s) {
      PipelineKernel<Exec, Rules> const careful{rules_, tiles_.tiling, obstacle_tiles_, in, out, step, steps};
      launch_tiles("tessera::temporal::sweep", exec, KernelOf<s()>{careful, tiles_, scratch_, wide},
                   tiles_.slabs.size() + tiles_.tiling.size(), team_size_, scratch_);
      return std::size_t{0};
    });
  }

 private:
  template <int S>
  using KernelOf = RegisterPipelineKernel<Exec, Rules, S>;

  static constexpr int default_fused() { return R > 1 ? 4 : sizeof(T) == 4 ? 12 : 8; }

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

  template <int... S>
  static std::string list(std::integer_sequence<int, S...>) {
    std::string joined;
    ((joined += (joined.empty() ? "" : ", ") + std::to_string(S)), ...);
    return joined;
  }

  void check_choice() const {
    if (largest(Available{}, fused_) != fused_)
      throw InvalidInput(text("temporal: ", fused_, " fused steps of radius ", R, " are not available in registers (",
                              "take one of ", list(Available{}), ")"));
    if (tile_[0] % (32 * C) != 0 || team_size_ > 256)
      throw InvalidInput(text("temporal: a tile ", tile_[0], " wide is not available on this device (take ", 32 * C,
                              ", ", 64 * C, ", ", 128 * C, " or ", 256 * C, ")"));
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
    Index3 const slab_core{{40, 128, 1}};
    tiles_.slabs = slabs_around(tiles_.middle, whole, 2, slab_core);
    tiles_.slab_tile = Rules::grown({{{0, 0, 0}}, slab_core}, R * fused_).extents();
  }

  Rules rules_;
  int fused_;
  Tile tile_;
  int team_size_;
  Tiles tiles_;
  std::size_t scratch_;
  ObstacleTiles<Exec> obstacle_tiles_;
};

}  // namespace tessera::detail
