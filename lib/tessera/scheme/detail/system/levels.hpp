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
    return levels.in[m] + place(y, z);
  }
  KOKKOS_FORCEINLINE_FUNCTION Index place(Index y, Index z) const {
    return domain.around(1, y) * levels.stride_y + domain.around(2, z) * levels.stride_z;
  }
  KOKKOS_FORCEINLINE_FUNCTION T load(int m, Index x, Index y, Index z) const {
    return row(m, y, z)[domain.around(0, x)];
  }
  /// Where a stage writes the row, at column 0.
  KOKKOS_FORCEINLINE_FUNCTION T* out(int m, Index y, Index z) const {
    return levels.out[m] + y * levels.stride_y + z * levels.stride_z;
  }
  KOKKOS_FORCEINLINE_FUNCTION Index pitch() const { return levels.stride_y; }

  /// Several rows of each member. They lie as far from the first one of all in every member, so that a row
  /// costs one number, and a loop over nodes has one of them for all members.
  template <int Rows>
  struct RowsOfMembers {
    T const* first[Count];
    Index place[Rows];
    KOKKOS_FORCEINLINE_FUNCTION explicit RowsOfMembers(MemoryAccess const& access) {
      for (int m = 0; m < Count; ++m) first[m] = access.levels.in[m];
    }
    template <unsigned members>
    KOKKOS_FORCEINLINE_FUNCTION void find(MemoryAccess const& access, int row, Index y, Index z) {
      place[row] = access.place(y, z);
    }
    KOKKOS_FORCEINLINE_FUNCTION T const* at(int m, int row, Index x) const {
      return first[m] + (place[row] + x);
    }
  };
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
