// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives for Views that have no unit stride along a common axis, and for devices other than
// CUDA's: they are computed node by node, with the same bits as the fast kernels.
#pragma once

#include <tessera/operator/detail/line.hpp>

namespace tessera::detail {

template <class T, int R>
struct LineSumNodes {
  LineSum<T, R> sum;

  KOKKOS_FUNCTION void operator()(Index number) const {
    auto const& n = sum.nodes;
    Index const x = number % n[0], y = number / n[0] % n[1], z = number / n[0] / n[1];
    sum.update(x, y, z);
  }
};

template <class Exec, class T, int R>
void line_sum_by_node(Exec const& exec, char const* label, LineSum<T, R> const& sum) {
  Index const all = sum.nodes[0] * sum.nodes[1] * sum.nodes[2];
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, all),
                       LineSumNodes<T, R>{sum});
}

} // namespace tessera::detail
