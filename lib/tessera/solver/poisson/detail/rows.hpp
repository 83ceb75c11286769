// SPDX-License-Identifier: Apache-2.0
// Loops over the nodes of NodeViews, whose last axis is contiguous. On host cores rows are distributed over
// threads and each row is a vector loop; on a device each thread has a node.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/equation/node_view.hpp>

#include <string>

namespace tessera::detail {

/// The nodes along three axes, the contiguous one last; a plane has one node along the first axis.
template <int D>
Index3 padded_nodes(Extents<D> const& nodes) {
  Index3 n{{1, 1, 1}};
  for (int d = 0; d < D; ++d) n[3 - D + d] = nodes[d];
  return n;
}

template <class Exec, class Kernel>
struct OverRows {
  Index3 nodes;
  Kernel kernel;
  KOKKOS_FUNCTION void operator()(Index number) const {
    if constexpr (on_host<Exec>) {
      KOKKOS_IF_ON_HOST((
        auto const row = kernel.row(number / nodes[1], number % nodes[1]);
        row(0);
        simd_for(1, nodes[2] - 1, [=](Index k) { row.interior(k); });
        if (nodes[2] > 1) row(nodes[2] - 1);
      ));
    } else {
      Index const k = number % nodes[2], j = number / nodes[2] % nodes[1], i = number / nodes[2] / nodes[1];
      kernel.row(i, j)(k);
    }
  }
};

/// kernel.row(i, j) returns an object for a row: row(k) computes node k of it, and row.interior(k) computes a
/// node k that is at neither end.
template <class Exec, class Kernel>
void for_rows(std::string const& label, Exec const& exec, Index3 const& nodes, Kernel const& kernel) {
  Index const count = nodes[0] * nodes[1] * (on_host<Exec> ? 1 : nodes[2]);
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count),
                       OverRows<Exec, Kernel>{nodes, kernel});
}

} // namespace tessera::detail
