// SPDX-License-Identifier: Apache-2.0
// Views of LayoutStride, such as subviews: they are parts of larger arrays, whose other values must not
// change.
//
// Covered: unit stride along the first axis, the last, a middle one, none; values that start at an odd index,
// so that no access is aligned; all schemes, with several numbers of fused steps.
#pragma once

#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// Compares every scheme with the reference on parts of arrays whose axes lie in these orders.
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

} // namespace tessera::test
