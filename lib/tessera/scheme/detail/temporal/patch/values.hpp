// SPDX-License-Identifier: Apache-2.0
// A register patch, the Rows x C nodes of a plane that one member of a device team holds in registers: reads
// of its nodes' neighbours, and the exchange of rows with the patches above and below it.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/pack.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Reads the neighbours of node (r, c) in its own plane, for stars of radius 1: from the patch, and from the
/// rows and columns next to it. All of them stay in registers if r, c and the offsets are known at compile
/// time.
template <class T, int Rows, int C>
struct PatchReads {
  T const (&here)[Rows][C];
  T const (&south)[C], (&north)[C];
  T const (&west)[Rows], (&east)[Rows];
  int r, c;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int) const {
    if (oy < 0) return r > 0 ? here[r - 1][c] : south[c];
    if (oy > 0) return r + 1 < Rows ? here[r + 1][c] : north[c];
    if (ox < 0) return c > 0 ? here[r][c - 1] : west[r];
    if (ox > 0) return c + 1 < C ? here[r][c + 1] : east[r];
    return here[r][c];
  }
};

/// The same in 3D, with the patches in the planes below and above.
template <class T, int Rows, int C>
struct PatchReadsInSpace {
  PatchReads<T, Rows, C> plane;
  T const (&below)[Rows][C], (&above)[Rows][C];

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    if (oz != 0) return oz < 0 ? below[plane.r][plane.c] : above[plane.r][plane.c];
    return plane(ox, oy, 0);
  }
};

/// Exchanges rows through scratch: a member leaves the first and the last row of its patch for the members
/// below and above it, and finds theirs. Two consecutive steps use different places (`shift`), so that one
/// barrier a step is enough.
template <class T, int Rows, int C, int Width>
struct NeighbourRows {
  T* mine; // the patch's place in scratch, where rows are Width values long
  bool at_south, at_north;

  template <int shift>
  KOKKOS_FORCEINLINE_FUNCTION void store_own(T const (&patch)[Rows][C]) const {
    store_pack(mine + shift * Width, patch[0], true);
    store_pack(mine + (Rows - 1 - shift) * Width, patch[Rows - 1], true);
  }
  template <int shift>
  KOKKOS_FORCEINLINE_FUNCTION void load_neighbours(T (&south)[C], T (&north)[C]) const {
    load_pack(south, mine + (at_south ? shift : -1 - shift) * Width, true);
    load_pack(north, mine + (at_north ? shift : Rows + shift) * Width, true);
  }
};

template <class T, int Rows, int C>
KOKKOS_FORCEINLINE_FUNCTION void copy_patch(T (&to)[Rows][C], T const (&from)[Rows][C]) {
  TESSERA_UNROLL
  for (int r = 0; r < Rows; ++r) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) to[r][c] = from[r][c];
  }
}

} // namespace tessera::detail
