// SPDX-License-Identifier: Apache-2.0
// Gradient, divergence and Laplacian in volumes of float.
#include "support/vector_calculus.hpp"

namespace tessera::test {

TEST(VectorCalculus, OfFloatInVolumes) {
  Grid<3> const grid{.nodes = {20, 33, 24}, .spacing = {0.5, 0.1, 0.25}};
  expect_operators<float, 3, Kokkos::LayoutLeft>(grid, {periodic, bounded, periodic});
  expect_operators<float, 3, Kokkos::LayoutRight>(grid, {bounded, bounded, bounded});
}

TEST(VectorCalculus, OfFloatInLargeVolumes) {
  for (int order : {2, 8}) {
    expect_large_volume<float, Kokkos::LayoutRight>(order, {bounded, periodic, repeated});
    expect_large_volume<float, Kokkos::LayoutRight>(order, {periodic, repeated, periodic});
  }
}

} // namespace tessera::test
