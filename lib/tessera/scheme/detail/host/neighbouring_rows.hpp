// SPDX-License-Identifier: Apache-2.0
// The update of several neighbouring rows on a host core, a vector of each at a time. What several of these
// rows read is loaded once, and what several of them compute from it is computed once:
//
//      row -1   o o o        a box of radius 1 reads nine vectors to update one row, and eighteen, not
//      row  0   * * *        thirty-six, to update four
//       ...
//      row  3   * * *        Of those beside a node, most cross a cache line, and take two loads each
//      row  4   o o o        (docs/notes/boxes-on-a-cpu.md).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>

#include <type_traits>
#include <utility>

namespace tessera::detail {

/// The planes of a volume in memory: values from a plane to the one that lies oz further on.
struct PlanesInMemory {
  Index stride;
  TESSERA_ALWAYS_INLINE Index operator()(int oz) const { return oz * stride; }
};

/// The same for planes that lie anywhere.
template <int R>
struct PlanesApart {
  Index offset[2 * R + 1];
  TESSERA_ALWAYS_INLINE Index operator()(int oz) const { return offset[R + oz]; }
};

/// The rows that are read to update `Count` neighbouring rows. Each has one pointer, so that the compiler
/// sees which values several of them read.
template <class Rules, int Count, class Planes = PlanesInMemory>
struct NeighbouringRows {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static_assert(D > 1);

  T const* row[Count + 2 * R]; // in the plane of the rows, from R before the first one on
  Planes plane;                // in a volume

  /// The Source of one node.
  struct Reads {
    static constexpr bool of_memory = true;
    NeighbouringRows const& rows;
    int here;
    Index x;
    TESSERA_ALWAYS_INLINE T operator()(int ox, int oy, int oz) const {
      T const* const from = rows.row[R + here + oy];
      if constexpr (D == 3)
        return from[x + ox + rows.plane(oz)];
      else
        return from[x + ox];
    }
  };

  TESSERA_ALWAYS_INLINE Reads reads(int here, Index x) const { return {*this, here, x}; }

  /// The rows that lie in memory as one level does, to update those from y on.
  template <class Level>
  TESSERA_ALWAYS_INLINE static NeighbouringRows in_memory(Level const& level, Index y, Index z) {
    NeighbouringRows rows;
    for (int n = 0; n < Count + 2 * R; ++n) rows.row[n] = level.at(0, y + n - R, z);
    rows.plane.stride = level.stride_z;
    return rows;
  }

  /// Stores to[k][x] = value(k, source, x) for the nodes [begin, end) of the rows.
  template <class Value>
  TESSERA_ALWAYS_INLINE void update(T* const (&to)[Count], Index begin, Index end, Value const& value) const {
    simd_for<T>(begin, end, [&](Index x) TESSERA_ALWAYS_INLINE {
      [&]<int... K>(std::integer_sequence<int, K...>) TESSERA_ALWAYS_INLINE {
        T const values[] = {value(K, reads(K, x), x)...};
        ((to[K][x] = values[K]), ...);
      }
      (std::make_integer_sequence<int, Count>{});
    });
  }
};

/// Whether several rows share so much that it pays to update them together. Those of a box do while registers
/// hold it. Those of a star share it in their own plane only, which is enough if the star is wide.
template <class Rules>
inline constexpr bool rows_share_reads = Rules::star ? Rules::radius >= Rules::dimension
                                                     : Rules::radius <= (Rules::dimension == 2 ? 2 : 1);

/// How many neighbouring rows are updated together; 1: each by itself.
template <class Rules>
inline constexpr int neighbouring_rows =
    Rules::dimension > 1 && rows_share_reads<Rules>&& std::is_arithmetic_v<typename Rules::value_type> &&
            !asks_each_node<Rules>
        ? 4
        : 1;

} // namespace tessera::detail
