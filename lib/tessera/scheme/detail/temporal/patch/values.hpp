// SPDX-License-Identifier: Apache-2.0
// A patch of one plane in a member's registers, and reads around its nodes.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/pack.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Neighbours of node (r, c) of a patch of Rows x C values in its own plane, for stars of radius 1: the patch, the rows and
/// columns beside it. With numbers known while compiling, all of them are registers.
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

/// The same with the planes below and above.
template <class T, int Rows, int C>
struct PatchReadsInSpace {
  PatchReads<T, Rows, C> plane;
  T const (&below)[Rows][C], (&above)[Rows][C];

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    if (oz != 0) return oz < 0 ? below[plane.r][plane.c] : above[plane.r][plane.c];
    return plane(ox, oy, 0);
  }
};

/// Where a member leaves rows of its patch for those above and below it, and finds theirs. Of two steps one after the other each
/// has places of its own (shift), so that one barrier in each is enough.
template <class T, int Rows, int C, int Width>
struct RowsBeside {
  T* mine; // of the patch, in scratch whose rows are Width values long
  bool at_south, at_north;

  template <int shift>
  KOKKOS_FORCEINLINE_FUNCTION void leave(T const (&patch)[Rows][C]) const {
    store_pack(mine + shift * Width, patch[0], true);
    store_pack(mine + (Rows - 1 - shift) * Width, patch[Rows - 1], true);
  }
  template <int shift>
  KOKKOS_FORCEINLINE_FUNCTION void find(T (&south)[C], T (&north)[C]) const {
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
