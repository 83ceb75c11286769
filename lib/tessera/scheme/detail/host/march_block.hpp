// SPDX-License-Identifier: Apache-2.0
// The blocks of nodes that host cores march through where the user gives no tile.
#pragma once

#include <tessera/scheme/detail/host/prefetch_rows.hpp>

namespace tessera::detail {

/// Whole rows. Along the slow axis a block is as long as leaves two blocks for each core, in 3D at most 128
/// planes.
template <class T, int D>
Index3 march_block(Index3 const& nodes, Index cores) {
  static_assert(D > 1);
  Index const rows = D == 3 ? min(nodes[1], rows_of_block<T>) : 1;
  Index const blocks = D == 3 ? divide_up(nodes[1], rows) : 1;
  Index const march = max(4, divide_up(nodes[D - 1] * blocks, 2 * cores));
  Index const along = min(nodes[D - 1], D == 3 ? min(march, 128) : march);
  return D == 2 ? Index3{{nodes[0], along, 1}} : Index3{{nodes[0], rows, along}};
}

} // namespace tessera::detail
