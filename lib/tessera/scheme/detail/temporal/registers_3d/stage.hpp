// SPDX-License-Identifier: Apache-2.0
// The place of a team's member in a tile of kernel.hpp, and what one of its stages reads.
#pragma once

#include <tessera/scheme/detail/temporal/patch/values.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/tiles.hpp>

namespace tessera::detail {

/// A member's place in a tile. Nodes are counted in 32 bits here, which leaves registers for values.
template <class T>
struct VolumePlace {
  int lane, group; // number of its patch along x and y
  int groups;      // number of groups in the team
  int x, y;        // first node of its patch
  unsigned stores; // rows that lie in the core, a bit each
  bool whole;      // whether all columns lie in the core
};

/// What a stage of a member reads to update plane z: its patch in that plane and in those below and above,
/// and the rows and columns around the patch.
template <class T>
struct VolumeStage {
  using Shape = VolumeShape<T>;
  static constexpr int rows = Shape::rows, C = Shape::C;
  using Patch = T[rows][C];
  Patch const &below, &here, &above, &previous;
  T const (&south)[C], (&north)[C];
  T const (&west)[rows], (&east)[rows];
  int z;      // the plane that is updated
  Index now;  // time step of the level that is read
  bool later; // whether this is not the first step of a sweep

  KOKKOS_FORCEINLINE_FUNCTION auto reads(int r, int c) const {
    return PatchReadsInSpace<T, rows, C>{{here, south, north, west, east, r, c}, below, above};
  }
};

} // namespace tessera::detail
