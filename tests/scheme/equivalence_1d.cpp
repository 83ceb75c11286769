// SPDX-License-Identifier: Apache-2.0
// One dimension: every scheme, tile shape and count of fused steps gives the reference's bits.
//
// Covered: double and float, contiguous and with values three apart in memory; every kind of boundary on both
// ends and in mixtures; all obstacle layouts; 7 and 1000 nodes, the smallest number allowed, a periodic axis
// of one node.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

std::vector<Extents<1>> const sizes = {{7}, {1000}, {3}, {64}, {1}, {2}, {131}};

TEST(Equivalence1D, Double) {
  for (auto const& problem : pairwise_problems<1>(sizes, 1, 40)) {
    Memory<double, 1, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme(problem, memory, Literal<1>{});
  }
}

TEST(Equivalence1D, FloatThreeApart) {
  for (auto const& problem : pairwise_problems<1>(sizes, 1, 20)) {
    Memory<float, 1, Kokkos::LayoutStride> memory(problem.nodes, {{0}, 3}, 2);
    expect_every_scheme(problem, memory, StarSum<1, 1>{});
  }
}

} // namespace tessera::test
