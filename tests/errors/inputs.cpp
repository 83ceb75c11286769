// SPDX-License-Identifier: Apache-2.0
// Every refusal of the library at run time: its message has to hold the refused values and what to do.
#include <gtest/gtest.h>
#include <limits>

#include "support/refusal.hpp"

namespace tessera::test {

TEST(Refusal, GridWithoutNodes) {
  EXPECT_EQ(refusal([] { validate(grid(0, 5)); }), "grid of 0 x 5 nodes: axis 0 has 0 (give at least 1)");
  EXPECT_EQ(refusal([] { validate(grid(5, -3)); }), "grid of 5 x -3 nodes: axis 1 has -3 (give at least 1)");
  EXPECT_EQ(refusal([] { make_field<double>(Exec(), grid(0, 5)); }), refusal([] { validate(grid(0, 5)); }));
}

TEST(Refusal, SpacingThatIsNoLength) {
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (double h : {0.0, -0.5, nan, inf}) {
    Grid<2> const g{.nodes = {3, 3}, .spacing = {1, h}};
    EXPECT_EQ(refusal([&] { validate(g); }),
              detail::text("grid spacing along axis 1 is ", h, " (give a positive, finite length)"));
  }
}

TEST(Refusal, ViewOfOtherExtents) {
  EXPECT_EQ(refusal([] { make_field(grid(5, 6), view(5, 7)); }),
            "field 'temperature' has 7 values along axis 1, the grid with its halo 6 (make the View's "
            "extents equal to "
            "the grid's nodes)");
  EXPECT_EQ(refusal([] {
              make_field(grid(5, 6), view(5, 6), Halo<2>{{1, 0}, {2, 0}});
            }),
            "field 'temperature' has 5 values along axis 0, the grid with its halo 8 (make the View's "
            "extents equal to "
            "the grid's nodes)");
  EXPECT_EQ(refusal([] {
              make_field(grid(5, 6), view(4, 6), Halo<2>{{-1, 0}, {0, 0}});
            }),
            "field 'temperature': the halo along axis 0 is negative");
}

TEST(Refusal, AxisTooShortForTheStencil) {
  EXPECT_EQ(refusal_of(2, 9), "axis 0 has 2 nodes; a stencil of radius 1 needs at least 3 (give more nodes, "
                              "or make the axis periodic)");
  EXPECT_EQ(refusal_of<2>(9, 4), "axis 1 has 4 nodes; a stencil of radius 2 needs at least 5 (give more "
                                 "nodes, or make the axis periodic)");
  EXPECT_EQ(refusal_of(1, 1, everywhere(Periodic{})), "nothing was refused");
}

TEST(Refusal, PeriodicOnOneSide) {
  EXPECT_EQ(refusal_of(9, 9, everywhere(Fixed{}).on(north, Periodic{})),
            "face north is periodic and south is not (make both faces of the axis periodic, or neither)");
  EXPECT_EQ(refusal_of(9, 9, everywhere(Periodic{}).on(east, Fixed{})),
            "face west is periodic and east is not (make both faces of the axis periodic, or neither)");
}

TEST(Refusal, ObstacleOfOtherExtents) {
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const mask("walls", 9, 8);
  EXPECT_EQ(refusal([&] {
              Stepper(Exec(), make_field(grid(9, 9), view(9, 9)), Diffusion<2>{}, everywhere(Fixed{}),
                      Direct{}, Clock{}, mask);
            }),
            "obstacle 'walls' has 8 bytes along axis 1, the grid 9 nodes (give one byte a node, none for a "
            "halo unless the mask is a field)");
}

TEST(Refusal, Advance) {
  auto const u = make_field(grid(9, 9), view(9, 9));
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Fixed{}), Direct{});
  EXPECT_EQ(refusal([&] { stepper.advance(u, -1); }), "advance by -1 steps (give zero or more)");
  EXPECT_EQ(
      refusal([&] { stepper.advance(make_field(grid(9, 8), view(9, 8)), 1); }),
      "advance: the field has 9 x 8 nodes, the stepper was made for 9 x 9 (make a stepper for this grid)");
  EXPECT_EQ(stepper.step(), 0) << "a refused advance counts no steps";
}

TEST(Refusal, TileThatLeavesNothingToWrite) {
  auto const fixed = everywhere(Fixed{});
  EXPECT_EQ(refusal_of(40, 40, fixed, Tiled{.tile = {64, 2, 0}}),
            "tile 64 x 2 with 1 step of radius 1 leaves no node to write along axis 1: give at least 3 (tile "
            "axis 0 is "
            "the unit-stride axis)");
  EXPECT_EQ(refusal_of<2>(40, 40, fixed, Tiled{.tile = {4, 64, 0}}),
            "tile 4 x 64 with 1 step of radius 2 leaves no node to write along axis 0: give at least 5 (tile "
            "axis 0 is "
            "the unit-stride axis)");
  if (detail::on_host<Exec>) {
    EXPECT_EQ(refusal_of(40, 40, fixed, Temporal{.tile = {64, 4, 0}, .fused_steps = 4}),
              "tile 64 x 4 with 4 fused steps of radius 1 leaves no node to write along axis 1: give at "
              "least 9 (tile "
              "axis 0 is the unit-stride axis)");
  }
}

TEST(Refusal, TileOfOtherDimension) {
  EXPECT_EQ(
      refusal_of(40, 40, everywhere(Fixed{}), Tiled{.tile = {16, 16, 16}}),
      "tile 16 x 16 x 16 for a grid of 2 axes: 16 along axis 2 (give 2 positive numbers of nodes, or none)");
  EXPECT_EQ(
      refusal_of(40, 40, everywhere(Fixed{}), Tiled{.tile = {-16, 16, 0}}),
      "tile -16 x 16 x 0 for a grid of 2 axes: -16 along axis 0 (give 2 positive numbers of nodes, or none)");
}

TEST(Refusal, FusedSteps) {
  EXPECT_EQ(refusal_of(40, 40, everywhere(Fixed{}), Temporal{.fused_steps = -2}),
            "temporal: -2 fused steps (give one or more)");
  EXPECT_EQ(refusal_of(40, 40, everywhere(Fixed{}), Temporal{.fused_steps = 1 << 30}),
            "temporal: 1073741824 fused steps (give at most 1024)");
}

TEST(Refusal, MoreScratchThanThereIs) {
  auto const message = refusal_of(40, 40, everywhere(Fixed{}), Tiled{.tile = {1 << 14, 1 << 14, 0}});
  expect_in(message, "tiled: tile 16384 x 16384 with 1 fused step(s) needs 2147");
  expect_in(message, std::to_string(detail::scratch_limit<Exec>()));
  expect_in(message, "(give a smaller tile or fewer fused steps)");
}

TEST(Refusal, MoreTilesThanALaunchHasTeams) {
  detail::Tiling tiling;
  tiling.count = {{1 << 20, 1 << 20, 1}};
  EXPECT_EQ(
      refusal([&] {
        detail::check_count(tiling, Tile{3, 3, 1}, 2);
      }),
      "tile 3 x 3 cuts the grid into 1099511627776 tiles, a launch can have 2147483647 (give a larger tile)");
}

} // namespace tessera::test
