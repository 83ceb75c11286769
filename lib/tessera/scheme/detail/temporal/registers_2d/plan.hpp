// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking in 2D whose rows are streamed through a device's registers. It
// says which numbers of fused steps are compiled, chooses and places the tiles, and launches kernel.hpp.
#pragma once

#include <tessera/scheme/detail/device/occupancy_waves.hpp>
#include <tessera/scheme/detail/temporal/registers_2d/default_tile.hpp>
#include <tessera/scheme/detail/temporal/registers_2d/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>

#include <algorithm>
#include <limits>

namespace tessera::detail {

/// Stars of numbers that reach no further than the next pack, and boxes of 3 x 3 nodes. Bytes would take a
/// register each.
template <class Exec, class Rules>
inline constexpr bool fits_registers = has_warps<Exec>&& Rules::dimension == 2 &&
                                       std::is_arithmetic_v<typename Rules::value_type> &&
                                       (Rules::star
                                            ? Rules::radius <= pack_width<typename Rules::value_type, 16>
                                            : Rules::radius == 1 && !Rules::two_levels &&
                                                  sizeof(typename Rules::value_type) >= 4);

/// The fewest nodes of a plane that is streamed through registers sooner than swept step by step or, a box,
/// in tiles. Edge slabs go through BlockKernel, which is slow; and as long as the second-level cache holds
/// the levels, a sweep of a wide star of two levels takes less time (docs/notes/temporal-2d-on-a-gpu.md).
template <class Rules>
Index fewest_nodes_in_registers() {
  constexpr int R = Rules::radius;
  constexpr Index value_bytes = sizeof(typename Rules::value_type), never = std::numeric_limits<Index>::max();
  if (!Rules::star) return Index{1} << 22;
  if (Rules::two_levels && R > 1) return R > 3 ? never : (Index{1} << (R == 2 ? 24 : 26)) / value_bytes;
  return R <= 2 ? 0 : Index{1} << 19;
}

/// Whether planes that are streamed through registers pay. Tiles that touch an obstacle go through
/// BlockKernel, too.
template <class Rules>
bool planes_pay(Rules const& rules) {
  return !rules.obstacle.present() && rules.domain.whole().size() >= fewest_nodes_in_registers<Rules>();
}

template <class Exec, class Rules>
class TemporalRegisterPlan {
public:
  using T = typename Rules::value_type;
  using Tiles = RegisterTiles<Rules>;
  static constexpr int R = Rules::radius, C = Tiles::C;

  /// The numbers of fused steps that are compiled. A stage takes 2 R C registers, that of a box 3 C, so boxes
  /// and wide stars have fewer stages.
  using Available = std::conditional_t<R == 1 && Rules::star, std::integer_sequence<int, 1, 2, 4, 8, 10>,
                                       std::integer_sequence<int, 1, 2, 4>>;

  /// Whether this plan can do what the user asks for. A tile is 32 to 256 packs wide, in whole warps.
  /// Unless the user chooses, it leaves to others what takes it longer than sweeps of memory do. Tiles make
  /// any number of steps of a box.
  template <class Scheme>
  static bool offers(Exec const&, Rules const& rules, Scheme const& scheme) {
    bool const steps_are_left = scheme.fused_steps == 0 || !Rules::star;
    if (scheme.tile == Tile{0, 0, 0} && steps_are_left && !planes_pay(rules)) return false;
    int const fused = chosen(scheme.fused_steps, default_fused(rules.domain));
    int const width = chosen(scheme.tile[0], default_packs * C);
    return largest(Available{}, fused) == fused && width % (32 * C) == 0 && width <= 256 * C &&
           width > 2 * Tiles::halo_x(fused) && scheme.tile[1] >= 0 && scheme.tile[2] <= 1 &&
           scratch_bytes(fused, width / C) <= scratch_limit<Exec>();
  }

  template <class Scheme>
  TemporalRegisterPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), fused_(chosen(scheme.fused_steps, default_fused(rules.domain))) {
    int const width = chosen(scheme.tile[0], default_packs * C);
    tile_ = chosen_tile<2>(
        scheme.tile, {width, wave_height(exec.concurrency(), rules.domain.whole().upper, fused_, width), 1});
    team_size_ = tile_[0] / C;
    scratch_ = scratch_bytes(fused_, team_size_);
    place_tiles();
    reserve_scratch(exec, scratch_);
    obstacle_tiles_ = mark_obstacle_tiles(exec, rules_, tiles_, Index{fused_} * R);
  }

  /// The height, halo included, at which tiles of this width fill a device of so many members with whole
  /// occupancy waves.
  static int wave_height(Index members, Index3 const& nodes, int fused, int width) {
    Index const columns = divide_up(nodes[0], max(1, width - 2 * Tiles::halo_x(fused))),
                concurrent = multiprocessors(members) * KernelOf<1>::concurrent_members * C / width;
    return static_cast<int>(height_in_waves({columns, nodes[1], R * fused, max(1, concurrent)}));
  }

  int steps_of_sweep(Index left) const { return largest(Available{}, static_cast<int>(min(fused_, left))); }

  static constexpr bool records_samples() { return true; }
  SchemeReport report() const {
    return {.scheme = "temporal",
            .tile = tile_,
            .fused_steps = fused_,
            .scratch_bytes = scratch_,
            .way = name_of(TemporalWay::registers)};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    with_kernel(levels, step, steps, [&](auto const& kernel) {
      using Kernel = std::remove_cvref_t<decltype(kernel)>;
      launch_tiles<Kernel::most_members, Kernel::concurrent_members / Kernel::most_members>(
          "tessera::temporal::sweep", exec, kernel, teams(), team_size_, scratch_);
    });
  }

  /// Calls body(kernel) with the kernel of a sweep of so many steps, which teams() teams of team_size() run.
  template <class Body>
  void with_kernel(Levels<T> const& levels, Index step, int steps, Body const& body) const {
    bool const wide = wide_access<C>(levels);
    with_stages(steps, [&](auto s) {
      BlockKernel<Exec, Rules> const general{
          rules_, tiles_.tiling, obstacle_tiles_, tiles_.general_core, levels, step, steps};
      body(KernelOf<s()>{general, tiles_, scratch_, wide});
    });
  }
  Index tiles() const { return tiles_.tiling.size(); }
  Index teams() const { return tiles() + tiles_.slabs.size(); } // those of the slabs are the last
  int team_size() const { return team_size_; }

private:
  template <int fused_steps>
  using KernelOf = RegisterPipelineKernel<Exec, Rules, fused_steps>;

  static constexpr int default_packs = PlaneDefault::packs(R);
  // BlockKernel takes no more scratch for it than published values do, so that it does not keep other teams
  // from running.
  static constexpr Index3 general_core = sizeof(T) > 4 ? Index3{{16, 16, 1}} : Index3{{24, 24, 1}};

  static constexpr int chosen(int wanted, int otherwise) { return wanted == 0 ? otherwise : wanted; }

  // As many steps as PlaneDefault says and scratch has room for. Formulas that read other fields read them
  // anew in each step, and wait for them.
  static int default_fused(Domain const& d) {
    int fused = PlaneDefault::steps(Rules::star, R, sizeof(T), d.nodes[0] * d.nodes[1]);
    if (reads_other_fields<Rules>) fused = largest(Available{}, std::min(fused, 2));
    while (fused > 1 && scratch_bytes(fused, default_packs) > scratch_limit<Exec>())
      fused = largest(Available{}, fused - 1);
    return fused;
  }

  // The scratch of a team, which uses it either for the march or for BlockKernel.
  static std::size_t scratch_bytes(int fused, int team_size) {
    std::size_t published = 0;
    with_stages(fused, [&](auto s) { published = KernelOf<s()>::scratch_bytes(team_size); });
    Index3 const extent = Rules::grown({{{0, 0, 0}}, general_core}, R * fused).extents();
    return std::max(published, BlockKernel<Exec, Rules>::scratch_bytes(extent, fused));
  }

  template <int... fused_steps>
  static int largest(std::integer_sequence<int, fused_steps...>, int at_most) {
    int best = 1;
    ((best = fused_steps <= at_most ? fused_steps : best), ...);
    return best;
  }

  // Calls body(std::integral_constant<int, steps>) if this number of steps is available, and does nothing
  // otherwise.
  template <class Body>
  static void with_stages(int steps, Body const& body) {
    with_stages(Available{}, steps, body);
  }
  template <int... fused_steps, class Body>
  static void with_stages(std::integer_sequence<int, fused_steps...>, int steps, Body const& body) {
    ((fused_steps == steps ? body(std::integral_constant<int, fused_steps>{}) : void()), ...);
  }

  // Places the interior and cuts it into tiles of whole packs. It lies a tile's halo away from every face,
  // and reaches to the sides of a block whose halo holds what tiles load there.
  void place_tiles() {
    Index const halo[2] = {Tiles::halo_x(fused_), Index{R} * fused_};
    Domain const& d = rules_.domain;
    Box3 const whole = d.whole();
    tiles_.tiling =
        make_tiling(rules_, {tile_[0] - 2 * static_cast<int>(halo[0] - halo[1]), tile_[1], 1}, fused_);
    tiles_.interior = whole;
    for (int a = 0; a < 2; ++a) {
      tiles_.interior.lower[a] = d.readable.lower[a] <= -halo[a] ? 0 : halo[a];
      tiles_.interior.upper[a] =
          d.readable.upper[a] >= d.nodes[a] + halo[a] ? d.nodes[a] : d.nodes[a] - halo[a];
    }
    tiles_.interior.upper[0] = tiles_.interior.upper[0] / C * C;
    if (tiles_.interior.size() == 0) tiles_.interior.upper = tiles_.interior.lower;
    for (int a = 0; a < 2; ++a)
      tiles_.tiling.count[a] = divide_up(tiles_.interior.extent(a), tiles_.tiling.core[a]);
    tiles_.general_core = general_core;
    tiles_.slabs = edge_slabs_around(tiles_.interior, whole, 2, tiles_.general_core);
  }

  Rules rules_;
  int fused_;
  Tile tile_;
  int team_size_;
  Tiles tiles_;
  std::size_t scratch_;
  ObstacleTiles<Exec> obstacle_tiles_;
};

} // namespace tessera::detail
