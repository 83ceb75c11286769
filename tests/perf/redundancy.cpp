// SPDX-License-Identifier: Apache-2.0
// The redundancy of tiles that end on every axis, against the published model and a count of elements.
#include "../../perf/redundancy.hpp"

#include <tessera/tune/redundancy.hpp>

#include <gtest/gtest.h>

namespace tessera::perf {

TEST(TileRedundancy, IsThePublishedOneWhereTilesMarchAlongAWholeAxis) {
  for (int radius : {1, 4})
    for (int core : {16, 32, 56}) {
      int const side = core + 2 * radius;
      SchemeReport const report{.scheme = "streaming", .tile = {side, side, 1000 + 2 * radius}};
      EXPECT_DOUBLE_EQ(accesses(report, radius, {4000, 4000, 1000}),
                       one_pass_redundancy(radius, {.x = core, .y = core}));
    }
}

TEST(TileRedundancy, CountsTheHaloOfEveryAxisThatIsCut) {
  // 30 x 14 nodes are written, two rows of 30 and two columns of 14 are read besides.
  SchemeReport const report{.scheme = "tiled", .tile = {32, 16, 0}};
  EXPECT_DOUBLE_EQ(accesses(report, 1, {300, 300}), 2 + (2. * 30 + 2. * 14) / (30. * 14.));
  EXPECT_DOUBLE_EQ(accesses(report, 1, {30, 300}), 2 + 2. * 30 / (30. * 14.)) << "one tile covers axis x";
}

TEST(TileRedundancy, OfSeveralStepsIsTheModelOfGpu08) {
  // f(s) = a s (p-2s)^2 / (p^2 + (p-2s)^2) flops an access, a flops an update: 11.80 for a = 7, p = 32, s =
  // 6.
  SchemeReport const report{.scheme = "temporal", .tile = {32, 32, 0}, .fused_steps = 6};
  EXPECT_NEAR(7 / accesses(report, 1, {4096, 4096}), 11.80, 0.005);
}

TEST(TileRedundancy, IsNotSaidOfSchemesWithoutTiles) {
  Row row;
  describe_tiles(row, {.scheme = "direct"}, 1, {300, 300});
  EXPECT_EQ(row.redundancy, 0);
  EXPECT_EQ(row.note, "");
}

} // namespace tessera::perf
