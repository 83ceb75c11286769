// SPDX-License-Identifier: Apache-2.0
// The plan of temporal blocking for stars of radius 1 in 3D, whose planes are streamed through a device's
// registers. It chooses and places the tiles, apart for the interior and the edges if that pays, and launches
// kernel.hpp.
#pragma once

#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/default_tile.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/kernel.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/direct.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Exec, class Rules>
inline constexpr bool fits_volume =
    has_warps<Exec>&& Rules::dimension == 3 && Rules::star&& Rules::radius == 1 &&
    std::is_arithmetic_v<typename Rules::value_type>&& pack_width<typename Rules::value_type, 16> <= 4;

template <class Exec, class Rules>
class TemporalVolumePlan {
public:
  using T = typename Rules::value_type;
  using Shape = VolumeShape<T>;
  static constexpr int most_steps = VolumeDefault::steps; // a stage takes two patches of registers

  /// Whether a sweep can make so many steps in tiles of so many rows, halo included: they are whole patches,
  /// and scratch has room for them.
  static bool holds(int fused, int height) {
    return fused == most_steps && height % Shape::rows == 0 && height > 2 * fused &&
           team_size(height) % 32 == 0 && team_size(height) <= most_members &&
           scratch_bytes(fused, height) <= scratch_limit<Exec>();
  }

  template <class Scheme>
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    auto const& nodes = rules.domain.nodes;
    if (scheme.tile == Tile{0, 0, 0} && scheme.fused_steps == 0 && !pays(exec, rules)) return false;
    return max(nodes[0], max(nodes[1], nodes[2])) < most_nodes &&
           holds(fused_of(scheme), height_of(scheme)) &&
           (scheme.tile[0] == 0 || scheme.tile[0] == Shape::width) && scheme.tile[2] >= 0;
  }

  /// Whether tiles are faster than a sweep of memory for each step, if the user chooses nothing. FrozenShell
  /// makes all tiles equally fast. EdgeShell takes two to three times as long, and more where the kinds of
  /// conditions are found out at run time. EdgePatch is slower than memory, and so are formulas that wait in
  /// each step for other fields. One launch of many steps in memory is faster on small grids.
  static bool pays(Exec const& exec, Rules const& rules) {
    if constexpr (reads_other_fields<Rules>) return false;
    if (has_warps<Exec> && DirectSteps<Exec, Rules>::possible(exec, rules, 4)) return false;
    if (!shells_fit(rules, most_steps, VolumeDefault::height)) return false;
    if (whole_packs(rules.domain) && all_closed_faces_freeze(rules)) return true;
    Index3 const count = cut(rules, most_steps, VolumeDefault::height, 2 * most_steps + 1, 0).tiling.count;
    double const inner = static_cast<double>(max(0, count[0] - 2) * max(0, count[1] - 2)) /
                         static_cast<double>(count[0] * count[1]);
    return EdgeShell<Rules>::handles(rules) && inner >= (EdgeShell<Rules>::finds_out ? 0.7 : 0.4);
  }

  template <class Scheme>
  TemporalVolumePlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : single_(exec, rules, Direct{}, StepsPerSweep::one, "tessera::temporal::step"), rules_(rules),
        fused_(fused_of(scheme)) {
    int height = height_of(scheme);
    bool const fit = shells_fit(rules, fused_, height);
    faces_only_freeze_ = fit && all_closed_faces_freeze(rules);
    faces_in_shells_ = fit && EdgeShell<Rules>::handles(rules);
    if (!faces_in_shells_ && scheme.tile[1] == 0 && holds(fused_, VolumeDefault::height_with_edges))
      height = VolumeDefault::height_with_edges;
    place_tiles(exec, height, scheme.tile[2]);
    obstacle_tiles_ = mark_obstacle_tiles(exec, rules_, edges_, Index{fused_ + Shape::C});
    reserve_scratch(exec, scratch());
  }

  int steps_of_sweep(Index left) const { return left < fused_ ? 1 : fused_; }

  static constexpr bool records_samples() { return true; }
  SchemeReport report() const {
    return {.scheme = "temporal",
            .tile = tile_,
            .fused_steps = fused_,
            .scratch_bytes = scratch(),
            .way = name_of(TemporalWay::registers)};
  }

  /// The steps that are left over are made one at a time in memory. A stencil of two levels makes them in
  /// registers, since a sweep of this plan leaves the previous level in another place than Direct does.
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    if (steps == 1 && !Rules::two_levels) return single_.sweep(exec, levels, step, 1);
    with_kernels(levels, step, steps, [&](auto const& kernel) {
      using Kernel = std::remove_cvref_t<decltype(kernel)>;
      launch_tiles<Kernel::roomy ? most_members : concurrent_members, 1>(
          "tessera::temporal::sweep", exec, kernel, kernel.tiles.size(), team_size(), scratch());
    });
  }

  /// Calls body(kernel) with each kernel of a sweep of so many steps. A kernel runs one team of team_size()
  /// for each of its tiles.
  template <class Body>
  void with_kernels(Levels<T> const& levels, Index step, int steps, Body const& body) const {
    if (steps != 1)
      with_parts<most_steps>(levels, step, body);
    else if constexpr (Rules::two_levels)
      with_parts<1>(levels, step, body);
  }
  int team_size() const { return team_size(tile_[1]); }

private:
  static constexpr Index most_nodes = Index{1} << 30; // along an axis
  static constexpr int most_members = 256;
  static constexpr int concurrent_members = VolumeDefault::members(Rules::two_levels);
  static_assert(Shape::width == VolumeDefault::width && most_members <= concurrent_members);

  template <class Scheme>
  static int fused_of(Scheme const& scheme) {
    return scheme.fused_steps == 0 ? most_steps : scheme.fused_steps;
  }
  template <class Scheme>
  static int height_of(Scheme const& scheme) {
    return scheme.tile[1] == 0 ? VolumeDefault::height : scheme.tile[1];
  }
  static int team_size(int height) { return VolumeDefault::team_size(sizeof(T), height); }
  static std::size_t scratch_bytes(int fused, int height) {
    return volume_scratch<T>(fused, team_size(height));
  }
  std::size_t scratch() const { return scratch_bytes(fused_, tile_[1]); }

  /// Whether rows consist of whole packs.
  static bool whole_packs(Domain const& d) {
    return d.nodes[0] % Shape::C == 0 && d.readable.lower[0] % Shape::C == 0 &&
           d.readable.upper[0] % Shape::C == 0;
  }

  /// Whether tiles of so many rows can begin and end at closed faces, as FrozenShell and EdgeShell want it.
  static bool shells_fit(Rules const& rules, int fused, int height) {
    return cut(rules, fused, height, 2 * fused + 1, 0)
        .fit(rules.domain, {{Shape::C, Shape::rows, Index{fused + 2}}});
  }

  /// Cuts the domain into tiles that load so many rows and planes; VolumeTiles::cut explains `ends`.
  VolumeTiles cut(int height, Index deep, Index ends) const {
    return cut(rules_, fused_, height, deep, ends);
  }
  static VolumeTiles cut(Rules const& rules, int fused, int height, Index deep, Index ends) {
    // Along x a tile's halo is whole packs.
    int const halo_x = Shape::halo_x(fused), spare = 2 * (halo_x - fused);
    return VolumeTiles::cut(make_tiling(rules, {Shape::width - spare, height, static_cast<int>(deep)}, fused),
                            rules.domain, {{Shape::width, height, 0}}, {{halo_x, fused, 0}}, ends);
  }

  /// Places the tiles. If the user does not give their planes, a launch has whole occupancy waves of tiles.
  void place_tiles(Exec const& exec, int height, int planes) {
    auto const deep_for = [&](Index columns) {
      return planes > 0 ? planes
                        : VolumeDefault::planes_in_waves(columns, rules_.domain.nodes[2], fused_,
                                                         multiprocessors(exec.concurrency()),
                                                         team_size(height), Rules::two_levels);
    };
    Index const ends = 2 * fused_ + 2; // planes of tiles that may touch a face of the slow axis
    Index3 const count = cut(height, 2 * fused_ + 1, 0).tiling.count;
    Index const all = count[0] * count[1], inner = max(0, count[0] - 2) * max(0, count[1] - 2);
    // The interior is cut apart from the edges, except with obstacles: obstacle tiles are marked for one cut
    // only.
    bool const apart = !faces_only_freeze_ && planes == 0 && inner > 0 && !rules_.obstacle.present();
    edges_ = cut(height, deep_for(apart ? all - inner : all), ends);
    tiles_ = faces_only_freeze_ ? cut(height, deep_for(all), 0)
             : apart            ? cut(height, deep_for(inner), ends)
                                : edges_;
    tile_ = {Shape::width, height, static_cast<int>(tiles_.tiling.core[2]) + 2 * fused_};
  }

  /// Whether all closed faces freeze their nodes, and there is no obstacle with further frozen nodes.
  static bool all_closed_faces_freeze(Rules const& rules) {
    bool freeze = !rules.obstacle.present();
    for (int a = 0; a < 3; ++a)
      for (int side = 0; side < 2; ++side)
        freeze &= rules.domain.open[a][side] || rules.traits_at(a, side).frozen;
    return freeze;
  }

  template <int stages, class Body>
  void with_parts(Levels<T> const& levels, Index step, Body const& body) const {
    Domain const& d = rules_.domain;
    bool const wide = wide_access<Shape::C>(levels) && whole_packs(d);
    auto const run = [&]<class Edges>(std::type_identity<Edges>, VolumeTiles const& tiles, VolumePart part) {
      body(RegisterVolumeKernel<Exec, Rules, stages, Edges>{rules_, tiles, obstacle_tiles_, levels, step,
                                                            scratch(), part});
    };
    constexpr std::type_identity<FrozenShell<Rules, false>> shell;
    // Without periodic faces this is the same kernel, which is then compiled once.
    constexpr std::type_identity<FrozenShell<Rules, may_be_periodic<typename Rules::boundary_type, 3>>>
        periodic_shell;
    constexpr std::type_identity<EdgeShell<Rules>> edge_shell;
    constexpr std::type_identity<EdgePatch<Rules>> mask;
    if (wide && faces_only_freeze_) {
      if (d.wraps[0] || d.wraps[1] || d.wraps[2])
        run(periodic_shell, tiles_, VolumePart::all);
      else
        run(shell, tiles_, VolumePart::all);
    } else if (wide && has_interior(stages)) {
      run(shell, tiles_, VolumePart::interior);
      if (faces_in_shells_)
        run(edge_shell, edges_, VolumePart::other);
      else
        run(mask, edges_, VolumePart::other);
    } else if (faces_in_shells_) {
      run(edge_shell, edges_, VolumePart::all);
    } else {
      run(mask, edges_, VolumePart::all);
    }
  }

  /// Whether the tile in the middle of the domain lies away from all edges. If it does not, few tiles do.
  bool has_interior(int stages) const {
    auto const& count = tiles_.tiling.count;
    Index const interior = count[0] / 2 + count[0] * (count[1] / 2 + count[1] * (count[2] / 2));
    return !tiles_.at_edge(tiles_.box(interior, rules_.domain), stages, rules_.domain);
  }

  typename PlanOf<Direct, Exec, Rules>::type single_;
  Rules rules_;
  int fused_;
  // Whether closed faces only freeze nodes, so that one kind of tile serves all of them, and whether they do
  // no more than EdgeShell handles.
  bool faces_only_freeze_ = false, faces_in_shells_ = false;
  Tile tile_;
  VolumeTiles tiles_, edges_; // those of the launch for all tiles or the interior, and for the rest
  ObstacleTiles<Exec> obstacle_tiles_;
};

} // namespace tessera::detail
