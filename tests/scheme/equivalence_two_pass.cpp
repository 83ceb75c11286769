// SPDX-License-Identifier: Apache-2.0
// TwoPass against the reference, which evaluates the formula in one piece: 2D and 3D, both orders of axes
// (axis 0 is the slow or the unit-stride axis), every kind of boundary, obstacles, odd sizes.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, int D, int R>
void expect_two_passes(std::vector<Extents<D>> const& sizes) {
  TwoPartSum<D, R> const stencil;
  for (auto const& problem : pairwise_problems<D>(sizes, R, 12)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> memory(problem.nodes);
    auto const trajectory = reference_trajectory<T>(problem, stencil, {1, 0, 4, 3}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, TwoPass{});
    expect_same_trajectory(trajectory, problem, memory, stencil, Direct{});
  }
}

TEST(EquivalenceTwoPass, InThePlane) {
  expect_two_passes<double, Kokkos::LayoutRight, 2, 1>({{37, 53}, {3, 5}, {1, 60}, large_plane()});
  expect_two_passes<float, Kokkos::LayoutLeft, 2, 3>({{37, 53}, {7, 7}, {2, 60}});
}
TEST(EquivalenceTwoPass, InSpace) {
  expect_two_passes<double, Kokkos::LayoutLeft, 3, 1>({{12, 33, 61}, {3, 3, 3}, {8, 1, 9}});
  expect_two_passes<float, Kokkos::LayoutRight, 3, 4>(
      {{12, 33, 61}, {9, 9, 9}, {26, 40, detail::on_host<Exec> ? 50 : 270}});
}
TEST(EquivalenceTwoPass, Radius8) {
  expect_two_passes<double, Kokkos::LayoutRight, 3, 8>({{17, 33, 61}, {17, 17, 17}});
}

TEST(TwoPass, RefusesAFormulaInOnePiece) {
  auto const field = make_field(grid(9, 9), view(9, 9));
  expect_in(refusal([&] { Stepper(Exec(), field, StarSum<2, 1>{}, everywhere(Fixed{}), TwoPass{}); }),
            "two-pass: the stencil's formula does not come in two parts (give it in_slice and across");
}

} // namespace tessera::test
