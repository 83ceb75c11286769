// SPDX-License-Identifier: Apache-2.0
// Boxes of about the same size that cover a grid.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Boxes that cover the nodes side by side and are numbered from 0, x fastest. All are of about the same
/// size.
struct EvenBoxes {
  Index3 nodes, count; // all of the nodes, and boxes, per axis

  Index size() const { return count[0] * count[1] * count[2]; }
  Box3 box(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = nodes[a] * at[a] / count[a];
      box.upper[a] = nodes[a] * (at[a] + 1) / count[a];
    }
    return box;
  }
};

} // namespace tessera::detail
