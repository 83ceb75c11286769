// SPDX-License-Identifier: Apache-2.0
// Small grids with formulas and conditions that use all that a node knows of itself
// (support/small_grids.hpp).
#include "support/small_grids.hpp"

namespace tessera::test {

template <class T, class Layout, int D>
void expect_with_coefficients(std::vector<Extents<D>> const& sizes) {
  for (auto const& problem : pairwise_problems<D>(sizes, 1, 10)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> coefficients(problem.nodes), memory(problem.nodes);
    coefficients.fill(random_values<T>(static_cast<std::size_t>(problem.grid().size()), 11));
    auto const device = coefficients.view();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
    Everything<D, std::decay_t<decltype(host)>> const same_on_host{host};
    auto const trajectory = reference_trajectory<T>(problem, same_on_host, {1, 26, 4}, 7);
    expect_same_trajectory(trajectory, problem, memory, Everything<D, std::decay_t<decltype(device)>>{device},
                           Temporal{});
  }
}

// Formulas that use everything that `at` offers are evaluated only at nodes that exist.
TEST(EquivalenceSmall, NodesAsTheyAre) {
  expect_with_coefficients<double, Right, 1>({{1000}, {7}, {2}});
  expect_with_coefficients<double, Left, 2>({{67, 83}, {5, 70}, {1, 41}, {3, 3}});
  expect_with_coefficients<float, Right, 3>({{22, 13, 31}, {9, 1, 14}, {3, 3, 3}});
}

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
