// SPDX-License-Identifier: Apache-2.0
// Grids that are so small that Temporal by default holds all of them in caches or registers: many steps per
// launch give the reference's bits.
//
// Covered, by the tests equivalence_small_*: every kind of boundary, obstacles, stars, boxes and two time
// levels, both layouts; rows shorter than a vector, as long as a vector and its multiples; grids that one
// core steps, grids that several share with few rows each, and grids larger than their caches; steps in one
// launch, in several, and with a remainder.
#pragma once

#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

template <class T, class Layout, class StencilType, int D = StencilType::reads.dimension>
void expect_small(StencilType const& stencil, std::vector<Extents<D>> const& sizes, int mixes = 14) {
  for (auto const& problem : pairwise_problems<D>(sizes, StencilType::reads.radius, mixes)) {
    SCOPED_TRACE(problem.text());
    auto const trajectory = reference_trajectory<T>(problem, stencil, {3, 1, 0, 2, 29}, 7);
    Memory<T, D, Layout> memory(problem.nodes);
    for (int fused : {0, 1, 2, 3, 7}) {
      if (D == 3 && !detail::on_host<Exec> && fused > 2) continue; // more scratch than a team of a device has
      SCOPED_TRACE(fused);
      expect_same_trajectory(trajectory, problem, memory, stencil, Temporal{.fused_steps = fused});
    }
  }
}

} // namespace tessera::test
