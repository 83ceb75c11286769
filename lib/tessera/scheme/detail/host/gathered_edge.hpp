// SPDX-License-Identifier: Apache-2.0
// Nodes of a plane in memory that follow the formula but read beyond faces, on a host core. What they read is
// gathered first, each value once; then the formula is evaluated as anywhere else:
//
//      g g g g g g      g: beyond the face: an image of a node inside, or the other end of a period
//      . . . . . .
//      . . . . . .      values around the nodes of the edge, side by side
//
// The general update asks every face at every read of every node, which takes ten times as long.
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/core/bounds_check.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

#include <algorithm>
#include <type_traits>

namespace tessera::detail {

template <class Rules>
struct GatheredEdge {
  using T = typename Rules::value_type;
  static constexpr Index R = Rules::radius;
  static constexpr Index most_values = 2048; // gathered at a time, on the stack
  static constexpr bool possible = Rules::dimension == 2 && R <= 8 && sizeof(T) <= 16 && !checks_bounds &&
                                   std::is_trivially_default_constructible_v<T>;

  Rules const& rules;
  Levels<T> const& levels;
  Index step;

  /// Updates nodes [x, x_end) of the rows [y, y_end), none of which a face sets, if it can.
  bool operator()(Index x, Index x_end, Index y, Index y_end) const {
    if constexpr (possible) {
      Domain const& d = rules.domain;
      if (rules.obstacle.present() || x < 0 || x_end > d.nodes[0] || y < 0 || y_end > d.nodes[1])
        return false;
      // Where the index has to be turned by a period, the general update does so.
      if (x < d.straight_begin(0) || x_end > d.straight_end(0) || y < d.straight_begin(1) ||
          y_end > d.straight_end(1))
        return false;
      constexpr Index most_rows = most_values / (3 * R) - 2 * R;
      for (Index row = y, row_end; row < y_end; row = row_end) {
        row_end = min(y_end, row + (x_end - x <= R ? most_rows : R));
        Index const most_columns = most_values / (row_end - row + 2 * R) - 2 * R;
        for (Index column = x, column_end; column < x_end; column = column_end) {
          column_end = min(x_end, column + most_columns);
          update({{column, row, 0}, {column_end, row_end, 1}});
        }
      }
      return true;
    } else {
      return false;
    }
  }

private:
  TESSERA_FLATTEN [[gnu::noinline]] void update(Box3 const& nodes) const {
    T gathered[most_values];
    Index const pitch = nodes.extent(0) + 2 * R;
    Index const x0 = nodes.lower[0] - R, y0 = nodes.lower[1] - R;
    for (Index row = 0; row < nodes.extent(1) + 2 * R; ++row)
      gather(gathered + row * pitch, x0, x0 + pitch, y0 + row);
    for (Index y = nodes.lower[1]; y < nodes.upper[1]; ++y) {
      T const* const from = gathered + (y - y0) * pitch - x0;
      T const* const previous = Rules::two_levels ? levels.previous.at(0, y, 0) : nullptr;
      T* const to = levels.out.at(0, y, 0);
      simd_for<T>(nodes.lower[0], nodes.upper[0], [=, this](Index x) {
        to[x] = rules.formula(
            Rules::with_previous(MemoryReads<T>{from + x, pitch, 0}, [=] { return previous[x]; }), x, y, 0,
            step);
      });
    }
  }

  /// Gathers the values at [x, x_end) of a row, which may lie beyond a face.
  TESSERA_ALWAYS_INLINE void gather(T* to, Index x, Index x_end, Index y) const {
    Domain const& d = rules.domain;
    Index const low = max(x, 0), high = min(x_end, d.nodes[0]);
    if (d.wraps[1] || (y >= 0 && y < d.nodes[1])) {
      T const* const row = levels.in.at(0, d.around(1, y), 0);
      auto const beyond = [&](Index i) { return d.wraps[0] ? row[d.in_domain(0, i)] : value_at(i, y); };
      for (Index i = x; i < low; ++i) to[i - x] = beyond(i);
      std::copy_n(row + low, high - low, to + (low - x));
      for (Index i = high; i < x_end; ++i) to[i - x] = beyond(i);
    } else {
      // A star never reads beyond two faces.
      auto const beyond = [&](Index i) { return Rules::star && !d.wraps[0] ? T{} : value_at(i, y); };
      for (Index i = x; i < low; ++i) to[i - x] = beyond(i);
      for (Index i = low; i < high; ++i) to[i - x] = value_at(i, y);
      for (Index i = high; i < x_end; ++i) to[i - x] = beyond(i);
    }
  }
  TESSERA_ALWAYS_INLINE T value_at(Index x, Index y) const {
    Domain const& d = rules.domain;
    Index3 const i{{max(0, min(x, d.nodes[0] - 1)), max(0, min(y, d.nodes[1] - 1)), 0}};
    using Reads = WrappedReads<T>;
    using Answered = Extended<T, typename Rules::Order, Rules::radius, typename Rules::boundary_type, Reads>;
    return Answered{d, rules.boundary, Reads{d, levels.in, i[0], i[1], 0}, i,
                    step}(static_cast<int>(x - i[0]), static_cast<int>(y - i[1]), 0);
  }
};

} // namespace tessera::detail
