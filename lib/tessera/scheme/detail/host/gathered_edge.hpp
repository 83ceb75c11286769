// SPDX-License-Identifier: Apache-2.0
// Nodes of a plane in memory that follow the formula but read beyond faces, on a host core. What they read is
// gathered first, each value once; then the formula is evaluated as anywhere else:
//
//      g g g g g g      g: beyond the face: an image of a node inside, or the other end of a period
//      . . . . . .
//      . . . . . .      values around the nodes of the edge, side by side
//
// They lie in lines along the edge, so that down a column, too, vectors are updated. The general update asks
// every face at every read of every node, which takes ten times as long.
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/core/bounds_check.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Rules>
struct GatheredEdge {
  using T = typename Rules::value_type;
  static constexpr Index R = Rules::radius;
  static constexpr Index most_values = 2048; // gathered at a time, on the stack
  static constexpr bool possible = Rules::dimension == 2 && R <= 8 && sizeof(T) <= 16 && !checks_bounds &&
                                   half_axes_within<typename Rules::boundary_type> == 0 &&
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
  /// The values around a node, in lines along an axis that lie so far apart.
  template <int Along>
  struct Gathered {
    static constexpr bool of_memory = true;
    T const* node;
    Index pitch;
    TESSERA_ALWAYS_INLINE T operator()(int ox, int oy, int) const {
      return Along == 0 ? node[ox + oy * pitch] : node[oy + ox * pitch];
    }
  };

  void update(Box3 const& nodes) const {
    if (nodes.extent(0) < nodes.extent(1))
      update_lines<1>(nodes);
    else
      update_lines<0>(nodes);
  }

  template <int Along>
  TESSERA_FLATTEN [[gnu::noinline]] void update_lines(Box3 const& nodes) const {
    constexpr int Across = 1 - Along;
    T gathered[most_values];
    Index const pitch = nodes.extent(Along) + 2 * R;
    Index const first = nodes.lower[Along] - R, first_line = nodes.lower[Across] - R;
    for (Index line = 0; line < nodes.extent(Across) + 2 * R; ++line)
      gather<Along>(gathered + line * pitch, first, first + pitch, first_line + line);
    for (Index line = nodes.lower[Across]; line < nodes.upper[Across]; ++line) {
      T const* const from = gathered + (line - first_line) * pitch - first;
      Line<T const> const previous =
          Rules::two_levels ? line_of<Along>(levels.previous, line) : Line<T const>{};
      Line<T> const to = line_of<Along>(levels.out, line);
      simd_for<T>(nodes.lower[Along], nodes.upper[Along], [=, this](Index i) {
        to.at(i) = rules.formula(
            Rules::with_previous(Gathered<Along>{from + i, pitch}, [=] { return previous.at(i); }),
            Along == 0 ? i : line, Along == 0 ? line : i, 0, step);
      });
    }
  }

  /// The nodes of a line in memory, given by its node 0.
  template <class Value>
  struct Line {
    Value* origin = nullptr;
    Index stride = 1;
    TESSERA_ALWAYS_INLINE Value& at(Index i) const { return origin[i * stride]; }
  };
  template <int Along, class Value>
  static Line<Value> line_of(Data<Value> const& level, Index line) {
    return {Along == 0 ? level.at(0, line, 0) : level.at(line, 0, 0), Along == 0 ? 1 : level.stride_y};
  }

  /// Gathers the values at [begin, end) of a line, which may lie beyond a face, as its ends may.
  template <int Along>
  TESSERA_ALWAYS_INLINE void gather(T* to, Index begin, Index end, Index line) const {
    constexpr int Across = 1 - Along;
    Domain const& d = rules.domain;
    auto const general = [&](Index i) { return Along == 0 ? value_at(i, line) : value_at(line, i); };
    Index const low = max(begin, 0), high = min(end, d.nodes[Along]);
    auto const ends = [&](auto const& beyond) {
      for (Index i = begin; i < low; ++i) to[i - begin] = beyond(i);
      for (Index i = high; i < end; ++i) to[i - begin] = beyond(i);
    };
    int const side = line >= d.nodes[Across];
    if (d.wraps[Across] || (line >= 0 && side == 0)) {
      auto const from = line_of<Along>(levels.in, d.around(Across, line));
      for (Index i = low; i < high; ++i) to[i - begin] = from.at(i);
      ends([&](Index i) { return d.wraps[Along] ? from.at(d.in_domain(Along, i)) : general(i); });
    } else {
      if (d.open[Across][side])
        for (Index i = low; i < high; ++i) to[i - begin] = general(i);
      else
        images<Along>(to - begin, low, high, line, side);
      // A star never reads beyond two faces.
      ends([&](Index i) { return Rules::star && !d.wraps[Along] ? T{} : general(i); });
    }
  }

  /// The values at [begin, end) of a line beyond a closed face, as Extended finds them.
  template <int Along>
  TESSERA_ALWAYS_INLINE void images(T* to, Index begin, Index end, Index line, int side) const {
    constexpr int Across = 1 - Along;
    Domain const& d = rules.domain;
    auto const m = static_cast<int>(side == 0 ? -line : line - (d.nodes[Across] - 1));
    for_each_face<Rules::dimension>([&](auto face) {
      if constexpr (Rules::Order::memory_axis(face.axis) == Across) {
        if (face.upper != side) return;
        Index const depth = rules.boundary.template face<face.number>().depth(m);
        auto const from = line_of<Along>(levels.in, side == 0 ? depth : d.nodes[Across] - 1 - depth);
        simd_for<T>(begin, end, [=, this, &d](Index i) {
          Index3 place{};
          place[Along] = i;
          to[i] = image_value<typename Rules::Order, face.axis, face.upper>(d, rules.boundary, from.at(i), m,
                                                                            place, step);
        });
      }
    });
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
