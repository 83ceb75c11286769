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
  Box3 nodes;      // all of them
  Index unit;      // blocks begin at multiples of so many nodes along the unit-stride axis
  EvenBoxes boxes; // the blocks, in units
  Index shares;    // of the blocks, a contiguous one for each core

  /// \param watched in 1D blocks are whole pieces that a watcher reduces
  /// \param extents of a block; zeros leave them to this
  template <class Rules>
  static StageBlocks of(Rules const&, Box3 const& all, Index cores, bool watched, Index3 const& extents) {
    constexpr int D = Rules::dimension;
    constexpr Index line = values_in_line<typename Rules::member_type>;
    Index3 const nodes = all.extents();
    Index const most_rows = D == 3 ? rows_of_stage_block_3d<Rules>(nodes) : rows_of_block_2d(false);
    Index3 const block = extents[0] > 0 ? extents : direct_block(nodes, D, most_rows, cores);
    StageBlocks blocks{all, D > 1 ? 1 : watched ? watched_piece : line, {nodes, {{1, 1, 1}}}, 1};
    EvenBoxes& boxes = blocks.boxes;
    boxes.nodes[0] = divide_up(nodes[0], blocks.unit);
    for (int a = 0; a < 3; ++a) boxes.count[a] = divide_up(nodes[a], block[a]);
    Index& slow = boxes.count[D - 1]; // as many for each core, if there are enough nodes
    slow = min(boxes.nodes[D - 1], round_up(slow, cores));
    blocks.shares = min(cores, boxes.size());
    return blocks;
  }

  Box3 block(Index number) const {
    Box3 box = boxes.box(number);
    box.lower[0] *= unit;
    box.upper[0] = min(nodes.extent(0), box.upper[0] * unit);
    for (int a = 0; a < 3; ++a) {
      box.lower[a] += nodes.lower[a];
      box.upper[a] += nodes.lower[a];
    }
    return box;
  }

  /// Calls body(block) for the blocks of a share.
  template <class Body>
  void for_share(Index share, Body const& body) const {
    Index const size = boxes.size(), last = size * (share + 1) / shares;
    for (Index number = size * share / shares; number < last; ++number) body(block(number));
  }
};

} // namespace tessera::detail
