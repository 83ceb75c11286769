// SPDX-License-Identifier: Apache-2.0
// How a host core goes along a row in memory: from cache line to cache line, and prefetching what it needs
// two rows later. The hardware predicts the rest of a row, but not where the next row begins.
#pragma once

#include <tessera/core/lines_of_row.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>

namespace tessera::detail {

/// Number of rows that march along the slow axis side by side. For a star of radius 4 and rows of 512 nodes,
/// the nine planes that these rows read take less than 1 MB. A block of more rows would read fewer rows
/// twice, but no longer from L2.
template <class T>
inline constexpr Index rows_of_block = max(4, 128 / static_cast<Index>(sizeof(T)));

/// Prefetches what the row two further on in the march is the first one to read or write: the farthest row of
/// the field along the slow axis, and the rows of the previous level, of the coefficient and of the result at
/// the row itself.
template <class Rules>
struct TwoRowsAhead : LinesOfRow<typename Rules::value_type> {
  using T = typename Rules::value_type;
  using Coeff = Coefficient<Rules>;
  static constexpr int R = Rules::radius;
  static constexpr bool volume = Rules::dimension == 3;

  Data<T const> in, value;
  Data<T> out;
  Index y, z; // the row two further on

  /// \param core the box that is swept row after row, plane after plane
  /// \param y_now, z_now the row that is updated now
  TwoRowsAhead(Rules const& rules, Levels<T> const& levels, Box3 const& core, Index y_now, Index z_now)
      : LinesOfRow<T>{levels.out.at(0, y_now, z_now)}, in(levels.in),
        value(Coeff::data(rules.domain, rules.stencil)), out(levels.out), y(y_now + 2), z(z_now) {
    if (y >= core.upper[1]) y = min(y - core.extent(1), core.upper[1] - 1), z += volume;
    // At the end of the march there is no such row: any row in memory serves.
    Box3 const& memory = rules.domain.readable;
    y = max(core.lower[1], min(y, memory.upper[1] - 1 - (volume ? 0 : R)));
    z = max(core.lower[2], min(z, memory.upper[2] - 1 - (volume ? R : 0)));
  }

  /// Prefetches for the cache line at column x, into the second cache: the first one is full of what is
  /// needed sooner.
  void prefetch_line(Index x) const {
    constexpr int reading = 0, writing = 1, second_cache = 2;
    __builtin_prefetch(in.at(x, y + (volume ? 0 : R), z + (volume ? R : 0)), reading, second_cache);
    if (Coeff::ahead && value.origin != nullptr) __builtin_prefetch(value.at(x, y, z), reading, second_cache);
    __builtin_prefetch(out.at(x, y, z), writing,
                       second_cache); // the previous level lies there, if there is one
  }
};

} // namespace tessera::detail
