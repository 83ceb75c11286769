// SPDX-License-Identifier: Apache-2.0
// A grid that is cut in blocks gives the bits of the whole, by every scheme: formulas and conditions know
// nodes by their place in the whole grid, and a mask and other fields have halos as the stepped field has.
#include "support/placed.hpp"

namespace tessera::test {

TEST(Blocks, OfALine) {
  expect_bits_of_whole<PlacedSum, double, 1, 1, Kokkos::LayoutRight>({{61}, {12}, {140}}, 60);
}
TEST(Blocks, OfAPlane) {
  expect_bits_of_whole<PlacedSum, double, 2, 1, Kokkos::LayoutRight>({{37, 53}, {23, 14}, {9, 90}, {70, 5}},
                                                                     60);
}

} // namespace tessera::test
