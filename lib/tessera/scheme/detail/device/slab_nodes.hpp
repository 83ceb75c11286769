// SPDX-License-Identifier: Apache-2.0
// Nodes of boxes and of the slabs around an interior by number, for kernels whose threads make single nodes.
#pragma once

#include <tessera/core/divisor.hpp>
#include <tessera/scheme/detail/device/edge_slabs.hpp>

namespace tessera::detail {

/// The nodes of a box, counted in the order of memory.
struct NodesOfBox {
  Divisor nodes_x, nodes_y;
  int lower[3] = {0, 0, 0};

  NodesOfBox() = default;
  explicit NodesOfBox(Box3 const& box)
      : nodes_x(static_cast<int>(max(1, box.extent(0)))), nodes_y(static_cast<int>(max(1, box.extent(1)))) {
    for (int a = 0; a < 3; ++a) lower[a] = static_cast<int>(box.lower[a]);
  }

  KOKKOS_FORCEINLINE_FUNCTION Index3 at(int n) const {
    int const row = nodes_x.quotient(n), plane = nodes_y.quotient(row);
    return {
        {lower[0] + n - row * nodes_x.number(), lower[1] + row - plane * nodes_y.number(), lower[2] + plane}};
  }
};

/// The nodes of a box that lie outside of its part `inside`, slab after slab.
class NodesOfSlabs {
public:
  NodesOfSlabs() = default;
  NodesOfSlabs(Box3 const& inside, Box3 const& box) {
    EdgeSlabs const slabs = edge_slabs_around(inside, box, 3, {{1, 1, 1}});
    for (; count_ < slabs.count; ++count_) {
      slab_[count_] = NodesOfBox(slabs.slab[count_]);
      first_[count_ + 1] = first_[count_] + static_cast<int>(slabs.slab[count_].size());
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION int size() const { return first_[count_]; }
  KOKKOS_FORCEINLINE_FUNCTION Index3 at(int n) const {
    int s = 0;
    while (n >= first_[s + 1]) ++s;
    return slab_[s].at(n - first_[s]);
  }

private:
  NodesOfBox slab_[6];
  int first_[7] = {0, 0, 0, 0, 0, 0, 0}; // number of the first node of a slab
  int count_ = 0;
};

} // namespace tessera::detail
