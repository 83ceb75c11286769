// SPDX-License-Identifier: Apache-2.0
// Stencils of two time levels: every scheme reads the previous level, and leaves the right one behind.
//
// Covered: 1D to 3D, radius 1, 2 and 4, every kind of boundary, obstacles, both orders of axes and strided
// Views; 1 to 8 fused steps; calls of advance() that make odd and even numbers of sweeps, after which the
// levels have to be in the user's Views.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, int D, int R>
void expect_two_levels(std::vector<Extents<D>> const& sizes, std::vector<int> const& fused) {
  TwoLevelSum<D, R> const stencil;
  for (auto const& problem : pairwise_problems<D>(sizes, R, 8)) {
    Memory<T, D, Layout> memory(problem.nodes);
    expect_every_scheme<T>(problem, memory, stencil, stencil, fused, {1, 0, 8, 5, 2});
  }
}

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

TEST(EquivalencePrevious, Radius2In1D) {
  expect_two_levels<double, Right, 1, 2>({{300}, {7}, {3}, {41}}, {1, 2, 5, 8});
}
TEST(EquivalencePrevious, Radius1In2D) {
  expect_two_levels<double, Right, 2, 1>({{37, 53}, {3, 5}, {1, 60}, large_plane()}, {1, 2, 3, 4, 8});
}
TEST(EquivalencePrevious, Radius2In2D) {
  expect_two_levels<float, Left, 2, 2>({{53, 37}, {5, 5}, {3, 60}, large_plane_across()}, {1, 2, 4});
}
TEST(EquivalencePrevious, Radius1In3D) {
  expect_two_levels<float, Left, 3, 1>({{12, 21, 19}, {3, 3, 3}, {8, 1, 9}}, {1, 2, 3, 4});
}
TEST(EquivalencePrevious, Radius4In3D) {
  expect_two_levels<float, Right, 3, 4>({{12, 33, 21}, {9, 9, 9}, {11, 3, 9}}, {1, 2});
}

TEST(EquivalencePrevious, StridedPartOfAnArray) {
  TwoLevelSum<2, 1> const stencil;
  for (auto const& order : {Order<2>{{0, 1}, 3}, Order<2>{{1, 0}, 1}})
    for (auto const& problem : pairwise_problems<2>({{37, 53}, {3, 3}}, 1, 2)) {
      Memory<double, 2, Kokkos::LayoutStride> memory(problem.nodes, order, 4);
      expect_every_scheme<double>(problem, memory, stencil, stencil, {1, 3}, {1, 4, 3});
    }
}

} // namespace tessera::test
