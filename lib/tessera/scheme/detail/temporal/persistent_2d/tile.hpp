// SPDX-License-Identifier: Apache-2.0
// How a small plane is cut into tiles that stay in registers.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// What members have of a tile in registers: a patch of `rows_` rows of C columns. A warp has all columns of as many rows.
template <int columns, int rows_, int members, bool exchange_>
struct PersistentShape {
  static constexpr int C = columns, rows = rows_, lanes = 32, width = lanes * C;
  static constexpr int most_members = members;
  static constexpr bool exchange = exchange_; // or each team alone, once

  static constexpr int tallest = members / lanes * rows;
  static constexpr int team_size(int height) { return height / rows * lanes; }
};

/// Teams that each have a multiprocessor to themselves, which low patches fill with members.
using CooperativeShape = PersistentShape<2, 4, 512, true>; // up to 128 registers
/// Several teams a multiprocessor: with tall patches they fit, and leave fewer rows for each other.
using IndependentShape = PersistentShape<2, 8, 256, false>; // up to 214 registers
/// One narrow tile: with two columns a member half of the members would have none.
using NarrowShape = PersistentShape<1, 4, 512, false>;

/// How a plane is cut, whatever the shape.
struct PersistentTile {
  Index3 halo;        // nodes around a core, per axis
  Index3 core, count; // nodes that a tile writes; tiles
  int width, height;  // halo included

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1]; }
};

} // namespace tessera::detail
