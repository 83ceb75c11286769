// SPDX-License-Identifier: Apache-2.0
// How a host core's sweep goes along a row in memory: from cache line to cache line, asking for what it needs two rows later.
// The hardware foresees the rest of a row, but not where the next one begins.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>

#include <cstdint>

namespace tessera::detail {

/// Where the cache lines of a row's result begin. A vector across two lines costs two accesses, and most of what an update
/// reads lies in memory as its result does.
template <class T>
struct LinesOfRow {
  T const* row; // the result at column 0

  /// The first such column from x on.
  Index begin(Index x) const {
    if constexpr (64 % sizeof(T) != 0) return x;
    auto const into = static_cast<Index>(reinterpret_cast<std::uintptr_t>(row + x) % 64 / sizeof(T));
    return x + (values_in_line<T> - into) % values_in_line<T>;
  }
  /// Where the last whole line up to `end` ends, of those that begin at `first`.
  static Index whole_until(Index first, Index end) { return end - (end - first) % values_in_line<T>; }
};

/// Rows that march along the slow axis side by side. Of a star of radius 4 and rows of 512 nodes nine planes of them, with
/// the rows beside, are then 0.7 to 0.9 MB: more of them would read less twice, but not from L2.
template <class T>
inline constexpr Index rows_of_block = max(4, 128 / static_cast<Index>(sizeof(T)));

/// Asks for what the row two further on in the march reads or writes first of all rows: the farthest of the field along the
/// slow axis, and those of the level before, the coefficient and the result at the row itself.
template <class Rules>
struct TwoRowsAhead : LinesOfRow<typename Rules::value_type> {
  using T = typename Rules::value_type;
  using Coeff = Coefficient<Rules>;
  static constexpr int R = Rules::radius;
  static constexpr bool volume = Rules::dimension == 3;
  /// Nodes between two questions: a cache line of values, or of the bytes that say which nodes are left alone. A vector loop
  /// over less than such a line of bytes would have short vectors of values.
  static constexpr Index line = values_in_line<T>, piece = asks_each_node<Rules> ? 64 : line;

  Data<T const> in, value;
  Data<T> out;
  Index y, z; // of that row

  /// \param core the box that is memory_axis row after row, plane after plane; y_now, z_now: the row at hand
  TwoRowsAhead(Rules const& rules, Levels<T> const& levels, Box3 const& core, Index y_now, Index z_now)
      : LinesOfRow<T>{levels.out.at(0, y_now, z_now)}, in(levels.in), value(Coeff::data(rules.stencil)),
        out(levels.out), y(y_now + 2), z(z_now) {
    if (y >= core.upper[1]) y = min(y - core.extent(1), core.upper[1] - 1), z += volume;
    // Where the march ends, any row that memory has.
    Box3 const& memory = rules.domain.readable;
    y = max(core.lower[1], min(y, memory.upper[1] - 1 - (volume ? 0 : R)));
    z = max(core.lower[2], min(z, memory.upper[2] - 1 - (volume ? R : 0)));
  }

  /// For the piece at column x.
  void ask(Index x) const {
    for (Index column = x; column < x + piece; column += line) ask_for_line(column);
  }

private:
  /// Not into the first cache, which is full of what is needed sooner.
  void ask_for_line(Index x) const {
    constexpr int reading = 0, writing = 1, second_cache = 2;
    __builtin_prefetch(in.at(x, y + (volume ? 0 : R), z + (volume ? R : 0)), reading, second_cache);
    if (Coeff::ahead && value.origin != nullptr) __builtin_prefetch(value.at(x, y, z), reading, second_cache);
    __builtin_prefetch(out.at(x, y, z), writing, second_cache); // the level before lies there, if any
  }
};

} // namespace tessera::detail
