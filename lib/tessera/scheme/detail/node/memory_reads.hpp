// SPDX-License-Identifier: Apache-2.0
// Sources that read by pointer, from the field in memory or from a tile in scratch.
#pragma once

#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/domain.hpp>

namespace tessera::detail {

/// The neighbours of a node, all of which lie around it in memory.
template <class T>
struct MemoryReads {
  static constexpr bool of_memory = true;
  T const* node;
  Index stride_y, stride_z;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return node[ox + oy * stride_y + oz * stride_z];
  }
};

/// The neighbours of a node of the domain near the end of a periodic axis: indices beyond the end wrap around
/// to the other end.
template <class T>
struct WrappedReads {
  static constexpr bool of_memory = true;
  Domain const& domain;
  Data<T const> data;
  Index x, y, z;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return *data.at(domain.around(0, x, ox), domain.around(1, y, oy), domain.around(2, z, oz));
  }
};

} // namespace tessera::detail
