// SPDX-License-Identifier: Apache-2.0
// Views of LayoutStride in volumes; equivalence_strided.cpp has planes.
#include "support/in_orders.hpp"

namespace tessera::test {

TEST(EquivalenceStrided, ThreeDimensions) {
  expect_in_orders<float, 3>(
      {{11, 9, 23}, {9, 1, 14}, {3, 3, 3}},
      {{{0, 1, 2}}, {{2, 1, 0}}, {{1, 0, 2}}, {{1, 2, 0}}, {{0, 2, 1}}, {{2, 0, 1}, 2}});
}

} // namespace tessera::test
