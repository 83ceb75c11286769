// SPDX-License-Identifier: Apache-2.0
// Two dimensions: every scheme, tile shape and count of fused steps gives the reference's bits.
//
// Covered: double in LayoutRight and float in LayoutLeft; every kind of boundary on all faces and in
// mixtures; obstacles of four layouts (none, a block, scattered, touching faces); sizes that no tile divides,
// one node along a periodic axis, grids smaller than a tile, periodic axes shorter than radius x fused steps,
// the smallest grid allowed.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

std::vector<Extents<2>> const sizes = {{37, 53}, {1, 41}, {16, 32}, {5, 70}, {3, 3}, {140, 2}, {9, 1}};

TEST(Equivalence2D, DoubleInLayoutRight) {
  for (auto const& problem : pairwise_problems<2>(sizes, 1, 20)) {
    Memory<double, 2, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme(problem, memory, Literal<2>{});
  }
}

TEST(Equivalence2D, FloatInLayoutLeft) {
  for (auto const& problem : pairwise_problems<2>(sizes, 1, 20)) {
    Memory<float, 2, Kokkos::LayoutLeft> memory(problem.nodes);
    expect_every_scheme(problem, memory, StarSum<2, 1>{});
  }
}

// Devices hold the interior of such grids in registers and update slabs around it; for host cores they add no
// new case.
template <class T, class Layout, class StencilType>
void expect_on_large_grids(StencilType const& stencil) {
  auto problems = pairwise_problems<2>({{300, 523}, {523, 300}}, 1, 3);
  if (detail::on_host<Exec>) problems.erase(problems.begin() + 2, problems.end());
  for (auto const& problem : problems) {
    Memory<T, 2, Layout> memory(problem.nodes);
    expect_every_scheme<T>(problem, memory, stencil, stencil, {1, 2, 4, 8, 10, 12}, {1, 25});
  }
}

TEST(Equivalence2D, LargeDoubleInLayoutRight) {
  expect_on_large_grids<double, Kokkos::LayoutRight>(Literal<2>{});
}

TEST(Equivalence2D, LargeFloatInLayoutLeft) {
  expect_on_large_grids<float, Kokkos::LayoutLeft>(StarSum<2, 1>{});
}

} // namespace tessera::test
