// SPDX-License-Identifier: Apache-2.0
// Views of LayoutStride in planes; equivalence_strided_3d.cpp has volumes. Strides are no part of a type, but
// a stepper compiles two orders of axes for such a View, by which nvcc takes minutes for either source.
#include "support/in_orders.hpp"

namespace tessera::test {

TEST(EquivalenceStrided, TwoDimensions) {
  expect_in_orders<double, 2>({{37, 53}, {5, 70}, {1, 41}, {9, 1}, {3, 3}},
                              {{{0, 1}}, {{1, 0}}, {{0, 1}, 2}, {{1, 0}, 3}});
}

} // namespace tessera::test
