// SPDX-License-Identifier: Apache-2.0
// Levels as the general update of a host core reads them, whatever memory they lie in: the field, a tile, the
// buffers of a grid in caches or a plane queue. All of them have one Source, so that the general update is
// compiled once.
#pragma once

#include <tessera/grid/detail/domain.hpp>
#include <tessera/scheme/detail/node/levels.hpp>

namespace tessera::detail {

/// The axes along which the nodes of a level lie in a ring. An axis does so around a period that wraps, and
/// in a plane queue, where a plane takes the place of one that is no longer needed.
struct Rings {
  Index length[3] = {0, 0, 0}; // 0 along an axis whose nodes lie in a line
  Index first[3] = {0, 0, 0};  // the node at the first place of a ring

  /// The index by which memory knows the node at an offset from one of the ring.
  KOKKOS_FORCEINLINE_FUNCTION Index around(int axis, Index i, int offset) const {
    if (offset == 0 || length[axis] == 0) return i + offset;
    return first[axis] + wrapped(i + offset - first[axis], length[axis]);
  }
};

/// The rings of a field in memory: the periods that wrap.
inline Rings rings_of(Domain const& domain) {
  Rings rings;
  for (int a = 0; a < 3; ++a)
    if (domain.wraps[a]) rings.length[a] = domain.nodes[a];
  return rings;
}

/// The neighbours of a node of such a level.
template <class T>
struct RingReads {
  static constexpr bool of_memory = true;
  Rings const& rings;
  Data<T const> level;
  Index x, y, z;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return *level.at(rings.around(0, x, ox), rings.around(1, y, oy), rings.around(2, z, oz));
  }
};

/// The Source of a node, together with its previous value if the stencil reads two levels.
template <bool two_levels, class T>
KOKKOS_FORCEINLINE_FUNCTION auto source_at(Levels<T> const& levels, Rings const& rings, Index x, Index y,
                                           Index z) {
  RingReads<T> const source{rings, levels.in, x, y, z};
  if constexpr (two_levels)
    return TwoLevels<T, RingReads<T>>{source, *levels.previous.at(x, y, z)};
  else
    return source;
}

} // namespace tessera::detail
