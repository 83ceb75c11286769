// SPDX-License-Identifier: Apache-2.0
// Other patterns than the star of radius 1: wider stars, for which faces set more nodes, and boxes, whose
// reads cross two or three faces at once.
//
// Covered: stars of radius 2 to 4 in the dimensions where they are used, boxes of radius 1 in 2D and 3D; 1 to
// 8 fused steps if the tiles stay small.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, class StencilType, int D = StencilType::reads.dimension>
void expect_pattern(StencilType const& stencil, std::vector<Extents<D>> const& sizes,
                    std::vector<int> const& fused) {
  for (auto const& problem : pairwise_problems<D>(sizes, StencilType::reads.radius, 12)) {
    Memory<T, D, Layout> memory(problem.nodes);
    expect_every_scheme<T>(problem, memory, stencil, stencil, fused, {1, 0, 7, 4});
  }
}

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

TEST(EquivalencePatterns, Radius3In1D) {
  expect_pattern<double, Right>(StarSum<1, 3>{}, {{300}, {7}, {5}, {41}}, {1, 2, 5, 8});
}
TEST(EquivalencePatterns, Radius2In2D) {
  expect_pattern<double, Right>(StarSum<2, 2>{}, {{37, 53}, {5, 5}, {3, 60}, large_plane()}, {1, 2, 3, 4, 8});
}
TEST(EquivalencePatterns, Radius4In2D) {
  expect_pattern<float, Left>(StarSum<2, 4>{}, {{53, 37}, {9, 9}, {70, 6}, large_plane_across()},
                              {1, 2, 3, 4});
}
TEST(EquivalencePatterns, Radius2In3D) {
  expect_pattern<float, Right>(StarSum<3, 2>{}, {{12, 21, 19}, {5, 5, 5}, {8, 3, 9}}, {1, 2, 3});
}
TEST(EquivalencePatterns, BoxIn2D) {
  expect_pattern<float, Right>(BoxSum<2>{}, {{37, 53}, {3, 3}, {5, 1}, large_plane()}, {1, 2, 3, 4, 8});
}
TEST(EquivalencePatterns, BoxIn3D) {
  expect_pattern<double, Left>(BoxSum<3>{}, {{12, 13, 19}, {3, 3, 3}, {4, 1, 6}}, {1, 2, 4});
}

} // namespace tessera::test
