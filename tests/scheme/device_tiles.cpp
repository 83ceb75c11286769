// SPDX-License-Identifier: Apache-2.0
// Tiles of one field in 2D that stay in a device's registers for several steps, here run on the host, whose
// members take turns. Every node has to have the reference's value.
#include <tessera/scheme/detail/system/device_tile_cut.hpp>

#include "support/host_only.hpp"
#include "support/sweep.hpp"
#include "support/teams.hpp"
#include "support/yielding_fibers.hpp"

namespace tessera::test {

/// A sweep of tiles of so many rows.
template <class T, class StencilType>
void tile_steps(Problem<2> const& problem, StencilType const& stencil, int steps, int height) {
  Sweep<T, StencilType> sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  using Rules = std::remove_cvref_t<decltype(rules)>;
  using Stage = detail::StageRules<T, T, typename Rules::Order, StencilType, typename Rules::boundary_type,
                                   Rules::radius>;
  using Cut = detail::SystemTileCut<Exec, detail::TileUse::small_grids, Stage>;
  static_assert(Cut::Kernel::holds_images);
  Cut const cut(std::tuple(Stage{rules.stencil, rules.boundary, rules.domain, rules.obstacle}));
  ASSERT_GT(cut.written_part(height, steps), 0);
  detail::Levels<T> const levels = sweep.apart();
  detail::SystemState<T, 1> const state{
      {const_cast<T*>(levels.in.origin)}, {levels.out.origin}, levels.in.stride_y, levels.in.stride_z};
  detail::TilesAround const tiles(cut.tiling(height, steps));
  run_together(cut.kernel(tiles, height, state, levels.out.stride_y, problem.first_step, steps), tiles.size(),
               Cut::members(height), Cut::Shape::scratch_bytes(height));
  sweep.expect_done(std::to_string(steps) + " steps of tiles of " + std::to_string(height) + " rows: ");
}

class DeviceTiles : public HostOnly {};

// Grids of several tiles, of one tile, and smaller than one tile, of boxes and stars.
TEST_F(DeviceTiles, StepsOfBoxes) {
  for (auto const& problem : pairwise_problems<2>({{37, 70}, {12, 130}, {5, 4}}, 1, 6))
    for (int steps : {1, 5}) tile_steps<float>(problem, BoxSum<2>{}, steps, 24);
  for (auto const& problem : pairwise_problems<2>({{30, 65}, {17, 61}}, 2, 4))
    tile_steps<double>(problem, BoxSum<2, 2>{}, 3, 24);
}

TEST_F(DeviceTiles, StepsOfStars) {
  for (auto const& problem : pairwise_problems<2>({{33, 66}, {7, 9}}, 2, 4))
    tile_steps<double>(problem, StarSum<2, 2>{}, 2, 20);
}

} // namespace tessera::test
