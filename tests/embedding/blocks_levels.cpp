// SPDX-License-Identifier: Apache-2.0
// A grid that is cut in blocks gives the bits of the whole: volumes, and formulas of two levels.
#include "support/placed.hpp"

namespace tessera::test {

TEST(Blocks, OfAPlaneWithTwoLevels) {
  expect_bits_of_whole<PlacedTwoParts, float, 2, 2, Kokkos::LayoutLeft>({{37, 53}, {23, 17}, {5, 90}}, 40);
}
TEST(Blocks, OfAVolume) {
  expect_bits_of_whole<PlacedSum, double, 3, 1, Kokkos::LayoutRight>({{13, 11, 27}, {9, 23, 10}, {20, 4, 17}},
                                                                     20);
}

} // namespace tessera::test
