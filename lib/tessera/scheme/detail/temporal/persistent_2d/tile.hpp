// SPDX-License-Identifier: Apache-2.0
// How a small plane is cut into tiles that stay in registers, and how a team's members hold a tile.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// How a team's members hold a tile: each has a patch of `rows_` rows of C columns, and a warp has all
/// columns of these rows.
template <int columns, int rows_, int members, bool exchange_>
struct PersistentShape {
  static constexpr int C = columns, rows = rows_, lanes = 32, width = lanes * C;
  static constexpr int most_members = members;
  static constexpr bool exchange = exchange_; // whether teams exchange cores within a launch

  static constexpr int tallest = members / lanes * rows;
  static constexpr int team_size(int height) { return height / rows * lanes; }
};

/// For teams that each have a multiprocessor to themselves. Low patches fill it with members.
using CooperativeShape = PersistentShape<2, 4, 512, true>; // up to 128 registers a member
/// For several teams on a multiprocessor. With tall patches they fit, and leave fewer rows in scratch.
using IndependentShape = PersistentShape<2, 8, 256, false>; // up to 214 registers a member
/// For a grid in one narrow tile. With two columns a member, half of the members would have no nodes.
using NarrowShape = PersistentShape<1, 4, 512, false>;

/// How a plane is cut into tiles of any shape.
struct PersistentTile {
  Index3 halo;        // nodes around a core, per axis
  Index3 core, count; // nodes that a tile writes, and number of tiles, per axis
  int width, height;  // nodes of a tile, halo included

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1]; }
};

} // namespace tessera::detail
