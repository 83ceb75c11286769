// SPDX-License-Identifier: Apache-2.0
// The library's conditions, statically typed as users write them, against the reference. They give the same
// bits as the conditions chosen at run time, with which the schemes are tested.
#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <int D, class StencilType, class BoundaryType>
void expect_faces(std::array<FaceSpec, 2 * D> const& faces, Extents<D> const& nodes,
                  StencilType const& stencil, BoundaryType const& boundary) {
  Random random(9);
  for (auto layout : {Obstacle::none, Obstacle::touching}) {
    Problem<D> const problem{.nodes = nodes, .faces = faces, .obstacle = obstacle<D>(nodes, layout, random)};
    Memory<double, D, Kokkos::LayoutRight> memory(nodes);
    auto const trajectory = reference_trajectory<double>(problem, stencil, {1, 9, 4}, 7);
    SCOPED_TRACE(problem.text());
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Direct{});
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Temporal{.fused_steps = 4});
  }
}

TEST(TypedConditions, SettingAndExtendingOnes) {
  FaceSpec const g{Kind::prescribed, 0.3, 0.2, -0.1};
  expect_faces<2>({FaceSpec{Kind::dirichlet, 0.75}, {Kind::zero_gradient}, {Kind::neumann, 0.4}, g}, {37, 53},
                  Literal<2>{},
                  everywhere(Dirichlet{0.75})
                      .on(east, ZeroGradient{})
                      .on(south, Neumann{0.4})
                      .on(north, Prescribed{PrescribedValue{g}}));
}

TEST(TypedConditions, PeriodicAndMirroredOnes) {
  expect_faces<3>({FaceSpec{Kind::periodic},
                   {Kind::periodic},
                   {Kind::antisymmetric},
                   {Kind::fixed},
                   {Kind::neumann, -0.2},
                   {Kind::zero_gradient}},
                  {12, 9, 14}, Literal<3>{},
                  everywhere(Periodic{})
                      .on(south, Antisymmetric{})
                      .on(north, Fixed{})
                      .on(bottom, Neumann{-0.2})
                      .on(top, ZeroGradient{}));
}

TEST(TypedConditions, InOneDimensionWithRadius2) {
  expect_faces<1>({FaceSpec{Kind::zero_gradient}, {Kind::dirichlet, -0.5}}, {41}, StarSum<1, 2>{},
                  everywhere(ZeroGradient{}).on(east, Dirichlet{-0.5f}));
}

TEST(BoundaryValue, OfTwoOnTheSameFaceTheLaterHolds) {
  auto const boundary =
      everywhere(Fixed{}).on(west, Dirichlet{1.0}).on(east, Neumann{2.0}).on(west, Neumann{3.0});
  EXPECT_EQ(boundary.face<0>().flux, 3.0);
  EXPECT_EQ(boundary.face<1>().flux, 2.0);
  static_assert(std::is_same_v<std::decay_t<decltype(boundary.face<2>())>, Fixed>);
}

TEST(BoundaryValue, KindsHaveRolesAndPrecedence) {
  static_assert(Fixed{}.role() == Role::sets && Antisymmetric{}.role() == Role::extends &&
                Periodic{}.role() == Role::wraps);
  static_assert(Fixed{}.precedence() > ZeroGradient{}.precedence());
  static_assert(ZeroGradient{}.precedence() > Antisymmetric{}.precedence());
}

} // namespace tessera::test
