// SPDX-License-Identifier: Apache-2.0
// Obstacles are bytes in any layout; their View need not have the field's layout.
#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

TEST(Obstacle, MayHaveAnotherLayoutThanTheField) {
  Random random(4);
  Problem<3> problem{.nodes = {12, 9, 14}};
  for (auto& face : problem.faces) face = {Kind::neumann, 0.3};
  problem.obstacle = obstacle<3>(problem.nodes, Obstacle::scattered, random);
  auto const trajectory = reference_trajectory<double>(problem, Literal<3>{}, {1, 9}, 7);
  Memory<double, 3, Kokkos::LayoutRight> memory(problem.nodes);
  auto const u = make_field(problem.grid(), memory.view());
  auto const mask = obstacle_view<3, Kokkos::LayoutLeft>(problem);
  auto const boundary = any_boundary<3>(problem.faces);
  expect_same_steps(trajectory, problem, memory,
                    Stepper(Exec(), u, Literal<3>{}, boundary, Direct{}, Clock{}, mask), u);
  expect_same_steps(trajectory, problem, memory,
                    Stepper(Exec(), u, Literal<3>{}, boundary, Temporal{}, Clock{}, mask), u);
}

TEST(Obstacle, LivesAsLongAsTheStepper) {
  Problem<1> problem{.nodes = {50}, .obstacle = std::vector<std::uint8_t>(50, 1)};
  auto const trajectory = reference_trajectory<double>(problem, Literal<1>{}, {3}, 7);
  Memory<double, 1, Kokkos::LayoutRight> memory(problem.nodes);
  auto const u = make_field(problem.grid(), memory.view());
  auto mask = obstacle_view(problem);
  Stepper stepper(Exec(), u, Literal<1>{}, everywhere(Fixed{}), Direct{}, Clock{}, mask);
  mask = {};
  expect_same_steps(trajectory, problem, memory, stepper, u);
}

} // namespace tessera::test
