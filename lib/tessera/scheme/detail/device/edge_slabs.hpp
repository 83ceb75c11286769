// SPDX-License-Identifier: Apache-2.0
// A domain as an interior, whose tiles touch no edge, and the edge slabs around it.
//
//      +---------------------+
//      |       slab 1        |
//      +---+-------------+---+      the slow axis first: its slabs span the other axes
//      | 2 |  interior   | 3 |
//      +---+-------------+---+
//      |       slab 0        |
//      +---------------------+
#pragma once

#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

/// Up to six slabs. Each is cut into cores; box(number) counts through the cores of all slabs.
struct EdgeSlabs {
  Box3 slab[6];
  Index3 core[6];
  Index first[7] = {0, 0, 0, 0, 0, 0, 0};
  int count = 0;

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return first[count]; }

  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number) const {
    int s = 0;
    while (number >= first[s + 1]) ++s;
    Index const along0 = divide_up(slab[s].extent(0), core[s][0]),
                along1 = divide_up(slab[s].extent(1), core[s][1]);
    Index const n = number - first[s];
    Index const at[3] = {n % along0, n / along0 % along1, n / along0 / along1};
    Box3 box = slab[s];
    for (int a = 0; a < 3; ++a) {
      box.lower[a] += at[a] * core[s][a];
      box.upper[a] = min(box.upper[a], box.lower[a] + core[s][a]);
    }
    return box;
  }

  void add(Box3 const& box, Index3 const& core_extent) {
    if (box.size() == 0) return;
    slab[count] = box;
    core[count] = core_extent;
    first[count + 1] = first[count] + divide_up(box.extent(0), core_extent[0]) *
                                          divide_up(box.extent(1), core_extent[1]) *
                                          divide_up(box.extent(2), core_extent[2]);
    ++count;
  }
};

/// The slabs between `whole` and its part `interior`, in cores of at most `core` nodes. If the interior is
/// empty, one slab covers the whole.
inline EdgeSlabs edge_slabs_around(Box3 const& interior, Box3 whole, int dimension, Index3 const& core) {
  EdgeSlabs slabs;
  if (interior.size() == 0) {
    slabs.add(whole, core);
    return slabs;
  }
  for (int a = dimension - 1; a >= 0; --a) {
    Box3 below = whole, above = whole;
    below.upper[a] = interior.lower[a];
    above.lower[a] = interior.upper[a];
    slabs.add(below, core);
    slabs.add(above, core);
    whole.lower[a] = interior.lower[a];
    whole.upper[a] = interior.upper[a];
  }
  return slabs;
}

} // namespace tessera::detail
