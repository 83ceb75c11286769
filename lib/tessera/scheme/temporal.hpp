// SPDX-License-Identifier: Apache-2.0
// Temporal: several time steps per load of a tile (temporal blocking), so that memory is read and written once per
// `fused_steps` steps.
#pragma once

#include <tessera/scheme/detail/block.hpp>
#include <tessera/scheme/detail/pipeline.hpp>

namespace tessera {

struct Temporal {
  static constexpr char const* name = "temporal";
  Tile tile = {0, 0, 0};  ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend
  int fused_steps = 0;    ///< time steps per load; 0: default of the backend

  template <class Exec, class Rules>
  class Plan {
   public:
    using T = typename Rules::value_type;
    static constexpr int D = Rules::dimension;
    using Kernel = std::conditional_t<D == 1, detail::BlockKernel<Exec, Rules>, detail::PipelineKernel<Exec, Rules>>;

    Plan(Exec const& exec, Rules const& rules, Temporal const& scheme)
        : rules_(rules), fused_(chosen_steps(scheme.fused_steps)),
          tile_(detail::chosen_tile<D>(scheme.tile, default_tile(fused_))),
          tiling_(detail::make_tiling(rules, tile_, fused_)),
          obstacle_tiles_(detail::mark_obstacle_tiles(exec, rules, tiling_, Index{fused_} * Rules::radius)),
          scratch_(Kernel::scratch_bytes(extent(), fused_)) {
      detail::check_scratch<Exec>(name, tile_, D, fused_, scratch_);
    }

    int fused_steps() const { return fused_; }
    SchemeReport report() const {
      return {.scheme = name, .tile = tile_, .fused_steps = fused_, .scratch_bytes = scratch_};
    }

    void sweep(Exec const& exec, detail::Data<T const> in, detail::Data<T> out, Index step, int steps) const {
      detail::launch_tiles("tessera::temporal::sweep", exec,
                           Kernel{rules_, tiling_, obstacle_tiles_, extent(), in, out, step, steps}, tiling_.size(),
                           256, scratch_);
    }

   private:
    static int chosen_steps(int wanted) {
      if (wanted < 0)
        throw InvalidInput(detail::text("temporal: ", wanted, " fused steps (give one or more)"));
      return wanted > 0 ? wanted : D == 3 ? 4 : 8;
    }
    static Tile default_tile(int fused) {
      int const halo = 2 * Rules::radius * fused;
      if constexpr (detail::on_host<Exec>)
        return D == 1 ? Tile{4096 + halo, 1, 1} : D == 2 ? Tile{512 + halo, 1024 + halo, 1}
                                                         : Tile{128 + halo, 32 + halo, 256 + halo};
      else
        return D == 1 ? Tile{1024 + halo, 1, 1} : D == 2 ? Tile{256 + halo, 256 + halo, 1}
                                                         : Tile{32 + halo, 8 + halo, 128 + halo};
    }
    detail::Index3 extent() const { return {{tile_[0], tile_[1], tile_[2]}}; }

    Rules rules_;
    int fused_;
    Tile tile_;
    detail::Tiling tiling_;
    detail::ObstacleTiles<Exec> obstacle_tiles_;
    std::size_t scratch_;
  };
};

}  // namespace tessera
