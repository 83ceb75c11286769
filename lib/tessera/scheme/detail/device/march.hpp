// SPDX-License-Identifier: Apache-2.0
// What kernels that march along the slow axis of a volume have in common, whether rows come through the
// caches (direct/device_march.hpp) or through scratch (streaming/device_kernel.hpp): which of a member's
// columns are special, and what it reads at its own nodes only.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/device/interior_tiles.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>

namespace tessera::detail {

/// Whether all packs that a march reads and writes can be moved by wide accesses.
template <int C, class Rules, class T>
bool wide_march(Rules const& rules, Levels<T> const& levels) {
  using Coeff = Coefficient<Rules>;
  return wide_access<C>(levels) && rules.domain.nodes[0] % C == 0 &&
         (!Coeff::ahead || wide_access<C>(Coeff::data(rules.domain, rules.stencil)));
}

/// Columns of a member's pack, a bit each: `frozen` marks those whose nodes are frozen, `leave` those that
/// others write.
struct Marks {
  unsigned frozen = 0, leave = 0;
};

template <int C>
KOKKOS_FORCEINLINE_FUNCTION Marks marks_of(InteriorTiles const& tiles, Box3 const& tile, Index x) {
  Marks marks;
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) {
    if (x + c < tiles.by_formula.lower[0] || x + c >= tiles.by_formula.upper[0]) marks.frozen |= 1u << c;
    if (x + c < tile.lower[0] || x + c >= tile.upper[0]) marks.leave |= 1u << c;
  }
  return marks;
}

/// The offset from x to the `width` values that begin `offset` nodes further, around a periodic axis. If
/// memory has no such values, the offset leads to others, which are never used.
KOKKOS_FORCEINLINE_FUNCTION int wrapped_offset(Domain const& d, Index x, int offset, int width) {
  if (d.wraps[0]) return static_cast<int>(d.in_domain(0, x + offset) - x);
  bool const there = x + offset >= d.readable.lower[0] && x + offset + width <= d.readable.upper[0];
  return there ? offset : 0;
}

/// Stores the columns that are not left to others.
template <bool wide, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION void store_marked(T* at, T const (&values)[C], unsigned leave) {
  if (leave == 0) {
    store_pack(at, values, wide);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if ((leave >> c & 1u) == 0) at[c] = values[c];
  }
}

/// Copies planes whose nodes are frozen.
template <bool wide, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_planes(Levels<T> const& levels, Index x, Index y, Index begin,
                                             Index end, unsigned leave) {
  TESSERA_NO_UNROLL
  for (Index z = begin; z < end; ++z) {
    T values[C];
    read_pack(values, levels.in.at(x, y, z), wide);
    store_marked<wide>(levels.out.at(x, y, z), values, leave);
  }
}

/// Updates the pack at node `first`. reads_of(c) makes the Source of column c.
template <bool masked, class Rules, int C, class T, class ReadsOf>
KOKKOS_FORCEINLINE_FUNCTION void update_pack(T (&updated)[C], Rules const& rules, Index3 const& first,
                                             Index step, Marks const& marks, T const (&previous)[C],
                                             T const (&value)[C], ReadsOf const& reads_of) {
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) {
    auto const reads = Rules::with_previous(reads_of(c), [&] { return previous[c]; });
    Index3 const i{{first[0] + c, first[1], first[2]}};
    updated[c] = Coefficient<Rules>::formula(rules, rules.stencil, reads, value[c], i, step);
    if constexpr (masked)
      if (rules.is_frozen(i)) updated[c] = reads(0, 0, 0);
  }
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c)
    if (marks.frozen >> c & 1u) updated[c] = reads_of(c)(0, 0, 0); // a choice between values, not a branch
}

/// The stencil's coefficient. Without one, it is something else that may be read in its place.
template <class Rules, class T>
Data<T const> coefficient_of(Rules const& rules, Levels<T> const& levels) {
  Data<T const> const values = Coefficient<Rules>::data(rules.domain, rules.stencil);
  return values.origin == nullptr ? levels.in : values;
}

/// What a march reads of a plane at its own nodes only, in so many rows: the stencil's coefficient, and the
/// previous level, which lies where the update is written.
template <class Rules, int C, bool wide, int Rows = 1>
struct OwnReads {
  using T = typename Rules::value_type;
  static constexpr bool two_levels = Rules::two_levels, coefficient = Coefficient<Rules>::ahead;
  static constexpr int values = (two_levels ? 1 : 0) + (coefficient ? 1 : 0); // of a node

  T previous[Rows][C] = {}, value[Rows][C] = {};

  /// Loads the first plane, from node (x, y, z) on. `out` is the address of that node in the written level.
  KOKKOS_FORCEINLINE_FUNCTION OwnReads(Levels<T> const& levels, Data<T const> const& coefficients, Index x,
                                       Index y, Index z, T const* out)
      : levels_(levels), coefficients_(coefficients), value_at_(coefficients.at(x, y, z)) {
    TESSERA_UNROLL
    for (int r = 0; r < Rows; ++r) {
      if constexpr (two_levels) load_pack(previous[r], out + r * levels_.out.stride_y, wide);
      if constexpr (coefficient) read_pack(value[r], value_at_ + r * coefficients_.stride_y, wide);
    }
  }

  /// Loads the next plane, or the same one again if `planes` is 0, which saves a test. `out` is the address
  /// in the plane that was loaded last.
  KOKKOS_FORCEINLINE_FUNCTION void advance(int planes, T const* out) {
    if constexpr (coefficient) value_at_ += planes * coefficients_.stride_z;
    TESSERA_UNROLL
    for (int r = 0; r < Rows; ++r) {
      if constexpr (two_levels)
        load_no_allocate(previous[r], out + planes * levels_.out.stride_z + r * levels_.out.stride_y, wide);
      if constexpr (coefficient) load_no_allocate(value[r], value_at_ + r * coefficients_.stride_y, wide);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void prefetch_ahead_if(bool wanted, int planes, T const* out) const {
    TESSERA_UNROLL
    for (int r = 0; r < Rows; ++r) {
      if constexpr (two_levels)
        prefetch_if(wanted, out + planes * levels_.out.stride_z + r * levels_.out.stride_y);
      if constexpr (coefficient)
        prefetch_if(wanted, value_at_ + planes * coefficients_.stride_z + r * coefficients_.stride_y);
    }
  }

private:
  Levels<T> const& levels_;
  Data<T const> const& coefficients_;
  T const* value_at_;
};

} // namespace tessera::detail
