// SPDX-License-Identifier: Apache-2.0
// Temporal blocking in registers in 3D: the tiles and fused steps that are compiled, and launching the one that was chosen.
#pragma once

#include <tessera/scheme/detail/register_volume.hpp>
#include <tessera/scheme/detail/volume_default.hpp>

#include <algorithm>

namespace tessera::detail {

template <class Exec, class Rules>
inline constexpr bool fits_volume =
    !on_host<Exec> && Rules::dimension == 3 && Rules::star && Rules::radius == 1 &&
    std::is_arithmetic_v<typename Rules::value_type> && pack_width<typename Rules::value_type, 16> <= 4;

template <class Exec, class Rules>
class TemporalVolumePlan {
public:
  using T = typename Rules::value_type;
  using Shape = VolumeShape<T>;
  static constexpr int most_steps = VolumeDefault::steps; // a stage costs two patches of registers

  /// Whether a team can have so many rows, halo included: whole patches of registers, up to 64 rows.
  static bool holds(int fused, int height) {
    return (fused == 1 || fused == most_steps) && height % Shape::rows == 0 && height > 2 * fused &&
           team_size(height) % 32 == 0 && team_size(height) <= most_members &&
           scratch_bytes(fused, height, 1) <= scratch_limit<Exec>();
  }

  template <class Scheme>
  static bool offers(Exec const&, Rules const&, Scheme const& scheme) {
    return holds(fused_of(scheme), height_of(scheme)) &&
           (scheme.tile[0] == 0 || scheme.tile[0] == Shape::width) && scheme.tile[2] >= 0;
  }

  template <class Scheme>
  TemporalVolumePlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : rules_(rules), fused_(fused_of(scheme)) {
    int const height = height_of(scheme);
    if (scratch_bytes(fused_, height, 2) <= scratch_limit<Exec>()) buffers_ = 2;
    keeps_ = !rules_.obstacle.present();
    for (int a = 0; a < 3; ++a)
      for (int side = 0; side < 2; ++side)
        keeps_ &= rules_.domain.open[a][side] || rules_.promise_at(a, side).keeps;
    place_tiles(exec, height, scheme.tile[2]);
    obstacle_tiles_ = mark_obstacle_tiles(exec, rules_, tiles_, Index{fused_ + Shape::C});
    reserve_scratch(exec, scratch());
  }

  int steps_of_sweep(Index left) const { return left < fused_ ? 1 : fused_; }

  SchemeReport report() const {
    return {.scheme = "temporal", .tile = tile_, .fused_steps = fused_, .scratch_bytes = scratch()};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    with_kernels(levels, step, steps, [&](auto const& kernel) {
      launch_tiles<most_members, 1>("tessera::temporal::sweep", exec, kernel, kernel.tiles.size(),
                                    team_size(), scratch());
    });
  }

  /// body(kernel) with the kernels of a sweep of so many steps, each of which runs a team of team_size() for each of its tiles.
  template <class Body>
  void with_kernels(Levels<T> const& levels, Index step, int steps, Body const& body) const {
    if (steps == 1)
      with_parts<1>(levels, step, body);
    else
      with_parts<most_steps>(levels, step, body);
  }
  int team_size() const { return team_size(tile_[1]); }

private:
  static constexpr int most_members = VolumeDefault::members;
  static_assert(Shape::width == VolumeDefault::width);

  template <class Scheme>
  static int fused_of(Scheme const& scheme) {
    return scheme.fused_steps == 0 ? most_steps : scheme.fused_steps;
  }
  template <class Scheme>
  static int height_of(Scheme const& scheme) {
    return scheme.tile[1] == 0 ? VolumeDefault::height : scheme.tile[1];
  }
  static int team_size(int height) { return VolumeDefault::team_size(sizeof(T), height); }
  static std::size_t scratch_bytes(int fused, int height, int buffers) {
    return sizeof(T) * static_cast<std::size_t>(2 * fused * buffers * Shape::C * team_size(height));
  }
  std::size_t scratch() const { return scratch_bytes(fused_, tile_[1], buffers_); }

  /// Without a wish of the user's, tiles of a launch are so high that whole waves of them fill the device.
  void place_tiles(Exec const& exec, int height, int planes) {
    auto const cut = [&](Index deep) {
      // Along x a tile's halo is whole packs.
      int const halo_x = Shape::halo_x(fused_), spare = 2 * (halo_x - fused_);
      tile_ = {Shape::width, height, static_cast<int>(deep)};
      return VolumeTiles::cut(make_tiling(rules_, {tile_[0] - spare, tile_[1], tile_[2]}, fused_),
                              rules_.domain, {{tile_[0], tile_[1], 0}}, {{halo_x, fused_, 0}},
                              2 * fused_ + 2);
    };
    auto const in_waves = [&](Index columns) {
      return cut(VolumeDefault::planes_in_waves(columns, rules_.domain.nodes[2], fused_,
                                                multiprocessors(exec.concurrency()), team_size(height)));
    };
    Index3 const count = cut(planes > 0 ? planes : 2 * fused_ + 1).tiling.count;
    Index const all = count[0] * count[1], inner = max(0, count[0] - 2) * max(0, count[1] - 2);
    bool const apart =
        planes == 0 && inner > 0 && !rules_.obstacle.present(); // whose marks are those of one cut
    edges_ = planes > 0 ? cut(planes) : in_waves(apart ? all - inner : all);
    tiles_ = apart ? in_waves(inner) : edges_;
  }

  template <int stages, class Body>
  void with_parts(Levels<T> const& levels, Index step, Body const& body) const {
    Domain const& d = rules_.domain;
    bool const wide =
        wide_access<Shape::C>(levels) && d.nodes[0] % Shape::C == 0 && d.readable.lower[0] % Shape::C == 0;
    bool const apart = wide && has_middle(stages);
    auto const run = [&]<VolumePart part>(std::integral_constant<VolumePart, part>) {
      body(RegisterVolumeKernel<Exec, Rules, stages, part>{
          rules_, part == VolumePart::middle ? tiles_ : edges_, obstacle_tiles_, levels, step, scratch(),
          buffers_, wide, !apart});
    };
    if (apart) run(std::integral_constant<VolumePart, VolumePart::middle>{});
    if (wide && keeps_)
      run(std::integral_constant<VolumePart, VolumePart::kept_edges>{});
    else
      run(std::integral_constant<VolumePart, VolumePart::any_edges>{});
  }

  /// Whether the tile in the middle is away from edges. If not, few are.
  bool has_middle(int stages) const {
    auto const& count = tiles_.tiling.count;
    Index const middle = count[0] / 2 + count[0] * (count[1] / 2 + count[1] * (count[2] / 2));
    return !tiles_.at_edge(tiles_.box(middle, rules_.domain), stages, rules_.domain);
  }

  Rules rules_;
  int fused_, buffers_ = 1;
  bool keeps_;
  Tile tile_;
  VolumeTiles tiles_, edges_; // of the middle's launch and the edges'
  ObstacleTiles<Exec> obstacle_tiles_;
};

} // namespace tessera::detail
