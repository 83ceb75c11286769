// SPDX-License-Identifier: Apache-2.0
// Where a member of register_volume.hpp stands, and what one of its stages reads.
#pragma once

#include <tessera/scheme/detail/temporal/patch/values.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/tiles.hpp>

namespace tessera::detail {

/// Where a member stands. Nodes are counted in 32 bits here, which leaves registers for values.
template <class T>
struct VolumePlace {
  int lane, group; // of its patch along x and y
  int groups;      // of the team
  int x, y;        // of the first node of its patch
  unsigned stores; // rows that lie in the core, a bit each
  bool whole;      // all columns do
};

/// What a stage of a member reads in order to update plane z: that plane and those beside it, and what lies around its patch.
template <class T>
struct VolumeStage {
  using Shape = VolumeShape<T>;
  static constexpr int rows = Shape::rows, C = Shape::C;
  using Patch = T[rows][C];
  Patch const &below, &here, &above, &before;
  T const (&south)[C], (&north)[C];
  T const (&west)[rows], (&east)[rows];
  int z;      // the plane
  Index now;  // the level that is read
  bool later; // not the first step of a sweep

  KOKKOS_FORCEINLINE_FUNCTION auto reads(int r, int c) const {
    return PatchReadsInSpace<T, rows, C>{{here, south, north, west, east, r, c}, below, above};
  }
};

} // namespace tessera::detail
