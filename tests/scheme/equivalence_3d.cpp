// SPDX-License-Identifier: Apache-2.0
// Three dimensions: every scheme, tile shape and count of fused steps gives the reference's bits.
//
// Covered: float in LayoutRight and double in LayoutLeft; every kind of boundary on all faces, and in
// mixtures that share edges and corners; all obstacle layouts; 9 x 23 x 61, grids smaller than a tile, one
// node along one or two periodic axes, periodic axes shorter than radius x fused steps.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

std::vector<Extents<3>> const sizes = {{9, 23, 61}, {3, 3, 3}, {9, 1, 14}, {2, 40, 5},
                                       {17, 6, 11}, {1, 5, 1}, {6, 7, 2}};

TEST(Equivalence3D, FloatInLayoutRight) {
  for (auto const& problem : pairwise_problems<3>(sizes, 1, 12)) {
    Memory<float, 3, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme(problem, memory, Literal<3>{});
  }
}

TEST(Equivalence3D, DoubleInLayoutLeft) {
  for (auto const& problem : pairwise_problems<3>(sizes, 1, 12)) {
    Memory<double, 3, Kokkos::LayoutLeft> memory(problem.nodes);
    expect_every_scheme(problem, memory, StarSum<3, 1>{});
  }
}

} // namespace tessera::test
