// SPDX-License-Identifier: Apache-2.0
// Small grids in 2D whose stencils read further than a star of radius 1 (support/small_grids.hpp).
#include "support/small_grids.hpp"

namespace tessera::test {

TEST(EquivalenceSmall, WideStars) {
  expect_small<double, Left>(StarSum<2, 2>{}, {{60, 75}, {5, 5}, {900, 6}, {6, 900}});
  expect_small<float, Right>(TwoLevelSum<2, 4>{}, {{41, 120}, {9, 9}, {2, 30}});
}
TEST(EquivalenceSmall, Boxes) {
  expect_small<double, Right>(BoxSum<2>{}, {{70, 64}, {3, 3}, {5, 1}});
  expect_small<double, Left>(BoxSum<2>{}, {{64, 70}, {3, 3}, {1, 5}});
}

} // namespace tessera::test
