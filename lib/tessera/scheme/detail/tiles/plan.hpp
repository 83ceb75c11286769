// SPDX-License-Identifier: Apache-2.0
// The plan of sweeps through tiles in scratch, and the default tile.
#pragma once

#include <tessera/scheme/detail/tiles/block_kernel.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

namespace tessera::detail {

/// The tile that Tiled takes by itself for fields of T on D axes: long rows; on a device less where the
/// scratch does not suffice. \param radius of the stencil
template <class Exec, class T, int D>
Tile default_tile_of_tiled(int radius) {
  int const halo = 2 * radius;
  if constexpr (on_host<Exec>)
    return D == 1   ? Tile{4096 + halo, 1, 1}
           : D == 2 ? Tile{1024 + halo, 32 + halo, 1}
                    : Tile{256 + halo, 16 + halo, 8 + halo};
  else
    return fitted_tile<Exec>(D == 1   ? Tile{1024 + halo, 1, 1}
                             : D == 2 ? Tile{128 + halo, 16 + halo, 1}
                                      : Tile{32 + halo, 8 + halo, 8 + halo},
                             halo, D, [](Tile const& tile) {
                               return tile_bytes<Exec, T>({{tile[0], tile[1], tile[2]}}, 1);
                             });
}

/// Sweeps of one step through tiles of any extent.
template <class Exec, class Rules>
class TilesPlan {
public:
  using T = typename Rules::value_type;
  using Kernel = BlockKernel<Exec, Rules>;
  static constexpr char const* label = "tessera::tiled::step";
  static constexpr int D = Rules::dimension;

  TilesPlan(Exec const& exec, Rules const& rules, Tile const& wanted)
      : rules_(rules), tile_(chosen_tile<D>(wanted, default_tile_of_tiled<Exec, T, D>(Rules::radius))),
        tiling_(make_tiling(rules, tile_, 1)),
        obstacle_tiles_(mark_obstacle_tiles(exec, rules, tiling_, Rules::radius)),
        scratch_(Kernel::scratch_bytes(extent(), 1)) {
    check_scratch<Exec>("tiled", tile_, D, 1, scratch_);
    reserve_scratch(exec, scratch_);
  }

  SchemeReport report() const {
    return {.scheme = "tiled", .tile = tile_, .scratch_bytes = scratch_, .way = way_in_scratch<Exec>};
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    launch_tiles("tessera::tiled::sweep", exec,
                 Kernel{rules_, tiling_, obstacle_tiles_, extent(), levels, step, 1}, tiling_.size(), 256,
                 scratch_);
  }

private:
  Index3 extent() const { return {{tile_[0], tile_[1], tile_[2]}}; }

  Rules rules_;
  Tile tile_;
  Tiling tiling_;
  ObstacleTiles<Exec> obstacle_tiles_;
  std::size_t scratch_;
};

} // namespace tessera::detail
