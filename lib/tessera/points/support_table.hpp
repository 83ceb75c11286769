// SPDX-License-Identifier: Apache-2.0
// The nodes of supports as kernels look them up, row by row.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Nodes in the order of rows along the unit-stride axis. A table without nodes has an empty box.
struct SupportTable {
  Box3 box{{0, 0, 0}, {0, 0, 0}}; // around all nodes
  int const* row = nullptr;       // for each row of the box the first place in the lists below, and their end
  int const* column = nullptr;    // rises along a row
  int const* number = nullptr;    // of the node in PointSet::nodes()

  KOKKOS_FORCEINLINE_FUNCTION Index row_of(Index y, Index z) const {
    return (z - box.lower[2]) * box.extent(1) + (y - box.lower[1]);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool in_box(Index x, Index y, Index z) const {
    return x >= box.lower[0] && x < box.upper[0] && y >= box.lower[1] && y < box.upper[1] &&
           z >= box.lower[2] && z < box.upper[2];
  }
  /// The number of a node in the box, or -1 if it is in no support.
  KOKKOS_FUNCTION int find(Index x, Index y, Index z) const {
    Index const r = row_of(y, z);
    int begin = row[r], end = row[r + 1];
    while (begin < end) {
      int const middle = begin + (end - begin) / 2;
      if (column[middle] == x) return number[middle];
      if (column[middle] < x)
        begin = middle + 1;
      else
        end = middle;
    }
    return -1;
  }
};

/// Tables for both orders of axes in memory; kernels of fields of either layout take theirs.
struct SupportTables {
  SupportTable of_right, of_left;
  Index3 nodes{{1, 1, 1}};    // of the grid, in the user's order of axes
  int const* place = nullptr; // the index of each node of a support along the user's axes, three a node
  Index count = 0;            // nodes of supports

  template <bool reversed>
  KOKKOS_FORCEINLINE_FUNCTION SupportTable const& of() const {
    if constexpr (reversed)
      return of_right;
    else
      return of_left;
  }
};

} // namespace tessera::detail
