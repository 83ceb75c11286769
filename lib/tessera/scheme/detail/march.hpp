// SPDX-License-Identifier: Apache-2.0
// What marches along the slow axis of a 3D star have in common, whether their rows come through the caches
// (direct_march.hpp) or through scratch (streaming_device.hpp): where a member stands and which of its columns are
// special, and what it reads at its own nodes only.
#pragma once

#include <tessera/scheme/detail/coefficient.hpp>
#include <tessera/scheme/detail/middle_tiles.hpp>
#include <tessera/scheme/detail/pack.hpp>

namespace tessera::detail {

/// Whether packs of all that a march reads and writes can be moved by wide accesses.
template <int C, class Rules, class T>
bool wide_march(Rules const& rules, Levels<T> const& levels) {
  using Coeff = Coefficient<Rules>;
  return wide_access<C>(levels) && rules.domain.nodes[0] % C == 0 &&
         (!Coeff::ahead || wide_access<C>(Coeff::data(rules.stencil)));
}

/// Columns of a member's pack that keep their value, and that others write: a bit each.
struct Marks {
  unsigned keep = 0, leave = 0;
};

template <int C>
KOKKOS_FORCEINLINE_FUNCTION Marks marks_of(MiddleTiles const& tiles, Box3 const& tile, Index x, Index y) {
  Marks marks;
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) {
    if (x + c < tiles.plain.lower[0] || x + c >= tiles.plain.upper[0]) marks.keep |= 1u << c;
    if (x + c < tile.lower[0] || x + c >= tile.upper[0] || y < tile.lower[1]) marks.leave |= 1u << c;
  }
  return marks;
}

/// From x to the `width` values `offset` nodes further, around a ring; where there are none, to others that nobody needs.
KOKKOS_FORCEINLINE_FUNCTION int beside(Domain const& d, Index x, int offset, int width) {
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

/// Planes that keep their values.
template <bool wide, int C, class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_planes(Levels<T> const& levels, Index x, Index y, Index begin,
                                             Index end, unsigned leave) {
  TESSERA_KEEP_LOOP
  for (Index z = begin; z < end; ++z) {
    T values[C];
    read_pack(values, levels.in.at(x, y, z), wide);
    store_marked<wide>(levels.out.at(x, y, z), values, leave);
  }
}

/// The pack at node `first`, updated. reads_of(c): the Source of its column c; `here`: the pack as it is.
template <bool masked, class Rules, int C, class T, class ReadsOf>
KOKKOS_FORCEINLINE_FUNCTION void
update_pack(T (&updated)[C], Rules const& rules, Index3 const& first, Index step, Marks const& marks,
            T const (&here)[C], T const (&before)[C], T const (&value)[C], ReadsOf const& reads_of) {
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) {
    auto const reads = Rules::with_before(reads_of(c), [&] { return before[c]; });
    Index3 const i{{first[0] + c, first[1], first[2]}};
    updated[c] = Coefficient<Rules>::formula(rules, rules.stencil, reads, value[c], i, step);
    if constexpr (masked)
      if (rules.keeps(i)) updated[c] = reads(0, 0, 0);
  }
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c)
    if (marks.keep >> c & 1u) updated[c] = here[c]; // a choice of values, no branch
}

/// What a march reads at its own nodes only, loaded a plane ahead: the level before, which may be written over at this node
/// by this member, and the stencil's coefficient.
template <class Rules, int C, bool wide>
struct OwnReads {
  using T = typename Rules::value_type;
  using Coeff = Coefficient<Rules>;

  T const *before = nullptr, *value = nullptr;
  Index stride_before = 0, stride_value = 0; // from plane to plane
  T next_before[C] = {}, next_value[C] = {};

  KOKKOS_FORCEINLINE_FUNCTION OwnReads(Rules const& rules, Levels<T> const& levels, Index x, Index y,
                                       Index z) {
    if constexpr (Rules::two_levels) {
      before = levels.before.at(x, y, z);
      stride_before = levels.before.stride_z;
      load_pack(next_before, before, wide);
    }
    if constexpr (Coeff::ahead) {
      Data<T const> values = Coeff::data(rules.stencil);
      if (values.origin == nullptr) values = levels.in; // nobody looks at them
      value = values.at(x, y, z);
      stride_value = values.stride_z;
      read_pack(next_value, value, wide);
    }
  }

  /// Loads the next plane's, or this one's again: no test.
  KOKKOS_FORCEINLINE_FUNCTION void advance(int planes) {
    if constexpr (Rules::two_levels) {
      before += planes * stride_before;
      load_once(next_before, before, wide);
    }
    if constexpr (Coeff::ahead) {
      value += planes * stride_value;
      load_once(next_value, value, wide);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void prefetch_ahead(int planes) const {
    if constexpr (Rules::two_levels) prefetch(before + planes * stride_before);
    if constexpr (Coeff::ahead) prefetch(value + planes * stride_value);
  }
};

} // namespace tessera::detail
