// SPDX-License-Identifier: Apache-2.0
// The memory of a system of fields as a stage sees it.
#pragma once

#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/domain.hpp>

namespace tessera::detail {

/// For each member where a stage reads it and where it writes it, at node (0, 0, 0). The strides are those of
/// all members. A member that is written in place, or not at all, has the same address twice.
template <class T, int Count>
struct SystemLevels {
  T const* in[Count];
  T* out[Count];
  Index stride_y, stride_z;
};

/// The node of memory that stands for this one. `inside`: whether memory is known to hold the node.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION Index in_memory(Domain const& domain, int axis, Index i, bool inside = false) {
  constexpr bool may_wrap = may_be_periodic<typename Rules::boundary_type, Rules::dimension>;
  return inside ? i : domain.existing_index<may_wrap>(axis, i);
}

/// A field's memory as rows of a system; periodic axes are wrapped.
template <class T, int Count>
struct MemoryAccess {
  static constexpr bool holds_periods = false; // the other end of a periodic axis is not beyond the end
  SystemLevels<T, Count> const& levels;
  Domain const& domain;

  /// The row that holds this y and z, at column 0.
  KOKKOS_FORCEINLINE_FUNCTION T const* row(int m, Index y, Index z) const {
    return levels.in[m] + domain.around(1, y) * levels.stride_y + domain.around(2, z) * levels.stride_z;
  }
  KOKKOS_FORCEINLINE_FUNCTION T load(int m, Index x, Index y, Index z) const {
    return row(m, y, z)[domain.around(0, x)];
  }
  /// Where a stage writes the row, at column 0.
  KOKKOS_FORCEINLINE_FUNCTION T* out(int m, Index y, Index z) const {
    return levels.out[m] + y * levels.stride_y + z * levels.stride_z;
  }
  KOKKOS_FORCEINLINE_FUNCTION Index pitch() const { return levels.stride_y; }
};

/// The members around a node that its general update reads.
template <class Access>
struct GeneralStageReads {
  static constexpr bool of_memory = true;
  Access const& access;
  Index x, y, z;
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION auto member(int ox, int oy, int oz) const {
    return access.load(M, x + ox, y + oy, z + oz);
  }
};

} // namespace tessera::detail
