// SPDX-License-Identifier: Apache-2.0
// Views of LayoutStride, such as subviews: they are parts of larger arrays, whose other values must not
// change.
//
// Covered: unit stride along the first axis, the last, a middle one, none; values that start at an odd index,
// so that no access is aligned; all schemes, with several numbers of fused steps.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, int D>
void expect_in_orders(std::vector<Extents<D>> const& sizes, std::vector<Order<D>> const& orders) {
  for (auto const& order : orders)
    for (auto const& problem : pairwise_problems<D>(sizes, 1, 5)) {
      SCOPED_TRACE("axis " + std::to_string(order.fastest_first[0]) + " fastest, values " +
                   std::to_string(order.apart) + " apart");
      Memory<T, D, Kokkos::LayoutStride> memory(problem.nodes, order, 3);
      expect_every_scheme<T>(problem, memory, Literal<D>{}, Literal<D>{}, {1, 3, 8}, {1, 9, 4});
    }
}

TEST(EquivalenceStrided, TwoDimensions) {
  expect_in_orders<double, 2>({{37, 53}, {5, 70}, {1, 41}, {9, 1}, {3, 3}},
                              {{{0, 1}}, {{1, 0}}, {{0, 1}, 2}, {{1, 0}, 3}});
}

TEST(EquivalenceStrided, ThreeDimensions) {
  expect_in_orders<float, 3>(
      {{11, 9, 23}, {9, 1, 14}, {3, 3, 3}},
      {{{0, 1, 2}}, {{2, 1, 0}}, {{1, 0, 2}}, {{1, 2, 0}}, {{0, 2, 1}}, {{2, 0, 1}, 2}});
}

} // namespace tessera::test
