// SPDX-License-Identifier: Apache-2.0
// How the members of a host team share the rows of a grid, and who are neighbours.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// The rows (planes in 3D) of a member, and the members that have the rows below and above them.
struct HostShare {
  int rank, members;
  bool periodic; // whether a period makes the first member's rows follow the last one's
  Index begin, end;

  HostShare(int r, int count, Index rows, bool wraps)
      : rank(r), members(count), periodic(wraps), begin(rows * r / count), end(rows * (r + 1) / count) {}

  /// Whether there is a neighbour on a side: below (0) or above (1). A single member has none.
  bool has(int side) const {
    return members > 1 && (periodic || (side == 0 ? rank > 0 : rank + 1 < members));
  }
  int neighbour(int side) const { return (rank + (side == 0 ? members - 1 : 1)) % members; }
};

} // namespace tessera::detail
