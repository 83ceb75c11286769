// SPDX-License-Identifier: Apache-2.0
// Gradient, divergence and Laplacian on lines and planes.
#include "support/vector_calculus.hpp"

namespace tessera::test {

TEST(VectorCalculus, OnLines) {
  expect_operators<double, 1, Kokkos::LayoutRight>({.nodes = {97}, .spacing = {0.3}}, {bounded});
}

TEST(VectorCalculus, OnPlanes) {
  expect_operators<float, 2, Kokkos::LayoutLeft>({.nodes = {37, 53}, .spacing = {0.3, 2.}},
                                                 {periodic, bounded});
}

TEST(VectorCalculus, OnLargePlanes) {
  for (int order : {2, 8}) {
    expect_large_plane<float, Kokkos::LayoutRight>(order, {bounded, periodic});
    expect_large_plane<double, Kokkos::LayoutLeft>(order, {repeated, bounded});
  }
}

} // namespace tessera::test
