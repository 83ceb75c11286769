// SPDX-License-Identifier: Apache-2.0
// Tiled: a team loads a tile with its halo into scratch and makes one step from there. On a GPU this is the
// classic shared-memory kernel.
#pragma once

#include <tessera/scheme/detail/tiles/block_kernel.hpp>
#include <tessera/scheme/detail/tiles/team_scratch.hpp>

namespace tessera {

/// The scheme that loads a tile with its halo into scratch and makes one step from there.
struct Tiled {
  static constexpr char const* name = "tiled";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    using Kernel = detail::BlockKernel<Exec, Rules>;
    static constexpr bool writes_over_previous() { return true; }
    static constexpr bool visits_points = detail::on_host<Exec>, single_steps = true;

    Plan(Exec const& exec, Rules const& rules, Tiled const& scheme)
        : rules_(rules), tile_(detail::chosen_tile<Rules::dimension>(scheme.tile, default_tile())),
          tiling_(detail::make_tiling(rules, tile_, 1)),
          obstacle_tiles_(detail::mark_obstacle_tiles(exec, rules, tiling_, Rules::radius)),
          scratch_(Kernel::scratch_bytes(extent(), 1)) {
      detail::check_scratch<Exec>(name, tile_, Rules::dimension, 1, scratch_);
      detail::reserve_scratch(exec, scratch_);
    }

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const {
      return {.scheme = name,
              .tile = tile_,
              .fused_steps = 1,
              .scratch_bytes = scratch_,
              .way = detail::way_in_scratch<Exec>};
    }

    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int) const {
      detail::launch_tiles("tessera::tiled::sweep", exec,
                           Kernel{rules_, tiling_, obstacle_tiles_, extent(), levels, step, 1},
                           tiling_.size(), 256, scratch_);
    }

  private:
    static Tile default_tile() {
      constexpr int D = Rules::dimension, halo = 2 * Rules::radius;
      if constexpr (detail::on_host<Exec>)
        return D == 1   ? Tile{4096 + halo, 1, 1}
               : D == 2 ? Tile{1024 + halo, 32 + halo, 1}
                        : Tile{256 + halo, 16 + halo, 8 + halo};
      else
        return detail::fitted_tile<Exec>(D == 1   ? Tile{1024 + halo, 1, 1}
                                         : D == 2 ? Tile{128 + halo, 16 + halo, 1}
                                                  : Tile{32 + halo, 8 + halo, 8 + halo},
                                         halo, D, [](Tile const& t) {
                                           return Kernel::scratch_bytes({{t[0], t[1], t[2]}}, 1);
                                         });
    }
    detail::Index3 extent() const { return {{tile_[0], tile_[1], tile_[2]}}; }

    Rules rules_;
    Tile tile_;
    detail::Tiling tiling_;
    detail::ObstacleTiles<Exec> obstacle_tiles_;
    std::size_t scratch_;
  };
};

} // namespace tessera
