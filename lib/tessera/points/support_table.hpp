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
  int const* number = nullptr; // of the node in PointSet::nodes(); more than once where a halo holds images

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
  // The grid for whose fields they are, in the user's order of axes: its nodes, where the first of them lies
  // in the whole grid, and the halo of the fields.
  Index3 nodes{{1, 1, 1}}, first{{0, 0, 0}}, halo_lower{{0, 0, 0}}, halo_upper{{0, 0, 0}};
  // The grid's own nodes of supports: their indices along the user's axes, three a node, and their numbers.
  int const* place = nullptr;
  int const* number = nullptr;
  Index count = 0;

  template <bool reversed>
  KOKKOS_FORCEINLINE_FUNCTION SupportTable const& of() const {
    if constexpr (reversed)
      return of_right;
    else
      return of_left;
  }
};

} // namespace tessera::detail
