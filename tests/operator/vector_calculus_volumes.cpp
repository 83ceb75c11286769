// SPDX-License-Identifier: Apache-2.0
// Gradient, divergence and Laplacian in volumes of double.
#include "support/vector_calculus.hpp"

namespace tessera::test {

TEST(VectorCalculus, InVolumes) {
  Grid<3> const grid{.nodes = {20, 33, 24}, .spacing = {0.5, 0.1, 0.25}};
  expect_operators<double, 3, Kokkos::LayoutRight>(grid, {bounded, periodic, repeated});
}

TEST(VectorCalculus, InLargeVolumes) {
  for (int order : {2, 8}) {
    expect_large_volume<double, Kokkos::LayoutLeft>(order, {repeated, periodic, bounded});
    expect_large_volume<double, Kokkos::LayoutRight>(order, {periodic, bounded, bounded});
  }
}

} // namespace tessera::test
