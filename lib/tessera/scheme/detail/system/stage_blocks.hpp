// SPDX-License-Identifier: Apache-2.0
// How the cores of a host share the nodes of a stage: in blocks of whole rows; in 1D they are pieces of the
// one row.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

#include <bit>

namespace tessera::detail {

/// Rows of a block in 3D: as many as leave the planes that a stage reads and writes in half of a core's
/// second cache, see rows_of_block_3d.
template <class Rules>
Index rows_of_stage_block_3d(Index3 const& nodes) {
  using T = typename Rules::member_type;
  constexpr int read = std::popcount(Rules::near) * (Rules::below(2) + 1 + Rules::above(2)) +
                       std::popcount(Rules::apart::all & ~Rules::near),
                planes = read + 2 * std::popcount(Rules::writes);
  Index const plane_of_row = planes * nodes[0] * static_cast<Index>(sizeof(T));
  Index const rows = max(rows_of_block<T>, static_cast<Index>(second_cache_bytes() / 2) / plane_of_row);
  return min(rows, nodes[1]);
}

struct StageBlocks {
  Box3 nodes;   // all of them
  Index unit;   // blocks begin at multiples of it along the unit-stride axis
  Index3 count; // blocks per axis
  Index shares; // of the blocks, a contiguous one for each core

  /// \param watched in 1D blocks are whole pieces that a watcher reduces
  /// \param extents of a block; zeros leave them to this
  template <class Rules>
  static StageBlocks of(Rules const&, Box3 const& all, Index cores, bool watched, Index3 const& extents) {
    constexpr int D = Rules::dimension;
    Index3 const nodes = all.extents();
    constexpr Index line = values_in_line<typename Rules::member_type>;
    StageBlocks blocks{all, D > 1 ? 1 : watched ? watched_piece : line, {}, 1};
    Index const most_rows = D == 3 ? rows_of_stage_block_3d<Rules>(nodes) : rows_of_block_2d(false);
    Index3 const block = extents[0] > 0 ? extents : direct_block(nodes, D, most_rows, cores);
    for (int a = 0; a < 3; ++a) blocks.count[a] = divide_up(nodes[a], block[a]);
    Index& slow = blocks.count[D - 1]; // as many for each core, if there are enough nodes
    slow = min(divide_up(nodes[D - 1], D > 1 ? 1 : blocks.unit), round_up(slow, cores));
    blocks.shares = min(cores, blocks.size());
    return blocks;
  }

  Index size() const { return count[0] * count[1] * count[2]; }

  Box3 block(Index number) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box;
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = nodes.lower[a] + begin(a, at[a]);
      box.upper[a] = nodes.lower[a] + begin(a, at[a] + 1);
    }
    return box;
  }

  /// Calls body(block) for the blocks of a share.
  template <class Body>
  void for_share(Index share, Body const& body) const {
    Index const last = size() * (share + 1) / shares;
    for (Index number = size() * share / shares; number < last; ++number) body(block(number));
  }

private:
  Index begin(int axis, Index number) const {
    Index const extent = nodes.extent(axis), length = axis == 0 ? unit : 1;
    return min(extent, divide_up(extent, length) * number / count[axis] * length);
  }
};

} // namespace tessera::detail
