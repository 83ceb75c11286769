// SPDX-License-Identifier: Apache-2.0
// Small grids with conditions that are evaluated in the first steps alone (support/small_grids.hpp).
#include "support/small_grids.hpp"

namespace tessera::test {

// Conditions that promise frozen nodes, or nodes constant in time, are evaluated in the first steps only.
template <class StencilType>
void expect_promises_hold(StencilType const& stencil, Extents<2> const& nodes) {
  Random random(9);
  FaceSpec const wall{Kind::dirichlet, 0.75};
  auto const boundary = everywhere(Dirichlet{0.75}).on(east, Fixed{}).on(north, ZeroGradient{});
  for (auto layout : {Obstacle::none, Obstacle::touching}) {
    Problem<2> const problem{.nodes = nodes,
                             .faces = {wall, FaceSpec{Kind::fixed}, wall, FaceSpec{Kind::zero_gradient}},
                             .obstacle = obstacle<2>(nodes, layout, random)};
    SCOPED_TRACE(problem.text());
    Memory<double, 2, Right> memory(nodes);
    auto const trajectory = reference_trajectory<double>(problem, stencil, {7, 1, 12}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Temporal{});
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Direct{});
  }
}
TEST(EquivalenceSmall, PromisesOfFaces) {
  expect_promises_hold(StarSum<2, 1>{}, {33, 18});
  expect_promises_hold(TwoLevelSum<2, 2>{}, {64, 70});
}

} // namespace tessera::test
