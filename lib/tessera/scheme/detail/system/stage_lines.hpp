// SPDX-License-Identifier: Apache-2.0
// The lines of values that a stage reads around nodes of a row, on a host core, where some of them do not lie
// in memory as they are read:
//
//      g i i i i i g      i: a row beyond a face, whose values are images
//      g . . . . . g      g: beyond the ends of rows: images, or the other end of a period
//      g . . . . . g      in a volume there are also the rows of the planes before and behind
//
// Such lines are made in a buffer. Then the formula is evaluated as anywhere else, in vectors. This is to
// systems what host/edge_lines.hpp is to one field.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/system/image.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_edges.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <bit>
#include <limits>

namespace tessera::detail {

/// `Access`: MemoryAccess or the like.
template <class Rules, class Access>
class StageLines {
  using T = typename Rules::member_type;
  static constexpr int D = Rules::dimension, count = Rules::count;
  static constexpr int below[3] = {Rules::below(0), D > 1 ? Rules::below(1) : 0, D > 2 ? Rules::below(2) : 0};
  static constexpr int above[3] = {Rules::above(0), D > 1 ? Rules::above(1) : 0, D > 2 ? Rules::above(2) : 0};
  static constexpr int rows = below[1] + above[1] + 1, planes = below[2] + above[2] + 1;
  static constexpr int slots = Rules::box ? rows * planes : rows + planes - 1;
  static constexpr int lines = std::popcount(Rules::near) * slots;
  static constexpr Index vector = values_in_line<T>;
  static constexpr Index before = divide_up(below[0], vector) * vector, // of the nodes, in the buffer
      after = divide_up(above[0], vector) * vector;

public:
  /// The most nodes for which lines are made at a time: as many as keep the buffer small.
  static constexpr Index most_nodes =
      max(vector,
          min(256, static_cast<Index>(16384 / sizeof(T)) / max(lines, 1) / vector * vector - before - after));

  StageLines(Rules const& rules, StageEdges const& edges, Access const& access, Index y, Index z, Index step)
      : rules_(rules), edges_(edges), access_(access), y_(y), z_(z), step_(step) {}
  StageLines(StageLines const&) = delete;

  /// Finds the lines around nodes [first, last) of a row that no face of another axis is near to: member m
  /// so many rows and planes further is row_of(m, rows, planes).
  template <class RowOf>
  TESSERA_ALWAYS_INLINE void find(Index first, Index last, RowOf const& row_of) {
    first_ = first;
    for_each_slot([&](int oy, int oz, int at) TESSERA_ALWAYS_INLINE {
      made_[at] = 0;
      for (int m = 0; m < count; ++m)
        if (is_near(m) || (oy == 0 && oz == 0)) line_[m][at] = row_of(m, oy, oz);
    });
    lengthen(last);
  }

  /// The same for any row.
  TESSERA_ALWAYS_INLINE void find_and_make(Index first, Index last) {
    first_ = first;
    for_each_slot([&](int oy, int oz, int at) {
      Beyond const along_y = beyond_face<1>(y_ + oy), along_z = beyond_face<2>(z_ + oz);
      made_[at] = 0;
      for (int m = 0; m < count; ++m)
        line_[m][at] = access_.row(m, is_near(m) && along_y.exists ? y_ + oy : y_,
                                   is_near(m) && along_z.exists ? z_ + oz : z_);
      bool const beside = Rules::box || (oy == 0 && oz == 0); // whether it is read beside the nodes
      Index const begin = max(first - (beside ? below[0] : 0), regular_begin()),
                  end = min(last + (beside ? above[0] : 0), regular_end());
      if (along_y.images && along_z.images)
        make_by_node(at, oy, oz, begin, end);
      else if (along_y.images)
        make_images<1>(at, along_y, y_, z_ + oz, begin, end);
      else if (along_z.images)
        make_images<2>(at, along_z, y_ + oy, z_, begin, end);
    });
    lengthen(last);
  }

  /// The neighbours of node x.
  struct Reads {
    static constexpr bool of_memory = true;
    StageLines const& lines;
    Index x;
    template <int M>
    TESSERA_ALWAYS_INLINE T member(int ox, int oy, int oz) const {
      // A member that is not read there is not asked, but g++ warns of the subscript that it would have.
      return lines.line_[M][max(0, min(slot(oy, oz), slots - 1))][x + ox];
    }
  };
  TESSERA_ALWAYS_INLINE Reads reads(Index x) const { return {*this, x}; }

private:
  static constexpr bool is_near(int m) { return has_member(Rules::near, m); }

  /// Where the line is that lies so many rows and planes further; of a star, one of both is 0. In 2D, rows
  /// are counted along axis 1 as well.
  TESSERA_ALWAYS_INLINE static constexpr int slot(int oy, int oz) {
    if (Rules::box) return (oz + below[2]) * rows + oy + below[1];
    return oz == 0 ? oy + below[1] : oz < 0 ? rows + oz + below[2] : rows + oz + below[2] - 1;
  }
  template <class Body>
  TESSERA_ALWAYS_INLINE static void for_each_slot(Body const& body) {
    for (int oz = -below[2]; oz <= above[2]; ++oz)
      for (int oy = -below[1]; oy <= above[1]; ++oy)
        if (Rules::box || oy == 0 || oz == 0) body(oy, oz, slot(oy, oz));
  }

  /// Whether a row or plane exists, and whether some of its values are images: so many nodes beyond a side.
  struct Beyond {
    bool exists = true, images = false;
    int nodes = 0, side = 0;
  };
  template <int Axis>
  Beyond beyond_face(Index i) const {
    Domain const& d = rules_.domain;
    if (Axis >= D) return {};
    int const side = i < 0 ? 0 : 1;
    if (d.open[Axis][side]) return {};
    Index const nodes = side == 0 ? -i : i - (d.nodes[Axis] - 1);
    return {nodes <= 0, nodes > 0 || (nodes == 0 && side == 1 && edges_.beyond[Axis] > 0),
            static_cast<int>(nodes), side};
  }

  /// The columns in which a row holds what is read there.
  bool goes_on(int side) const {
    return rules_.domain.open[0][side] && (Access::holds_periods || !rules_.domain.wraps[0]);
  }
  Index regular_begin() const { return goes_on(0) ? std::numeric_limits<Index>::min() : 0; }
  Index regular_end() const {
    return goes_on(1)                 ? std::numeric_limits<Index>::max()
           : rules_.domain.open[0][1] ? rules_.domain.nodes[0]
                                      : rules_.domain.nodes[0] - edges_.beyond[0];
  }

  /// Room for the nodes [first - below, last + above) of a line. The first node is aligned as vectors are.
  TESSERA_ALWAYS_INLINE T* room(int m, int at) {
    int const line = number_among(Rules::near, m) * slots + at;
    return buffer_ + line * room_of_line + before - first_;
  }

  /// Makes the line of images in columns [begin, end).
  template <int Axis>
  TESSERA_FLATTEN [[gnu::noinline]] void make_images(int at, Beyond const& beyond, Index y, Index z,
                                                     Index begin, Index end) {
    if constexpr (Rules::near != 0 && Axis < D) {
      made_[at] =
          images_of_row<Axis>(rules_, access_, beyond.side, beyond.nodes, begin, end, y, z, step_,
                              [&](int m, Index x, T value) TESSERA_ALWAYS_INLINE { room(m, at)[x] = value; });
      for_members<Rules::near, count>([&](auto m) {
        if (has_member(made_[at], m.number)) line_[m.number][at] = room(m.number, at);
      });
    }
  }

  /// The same for a line beyond faces of two axes.
  [[gnu::noinline]] void make_by_node(int at, int oy, int oz, Index begin, Index end) {
    made_[at] = Rules::near;
    for_members<Rules::near, count>([&](auto m) { line_[m.number][at] = room(m.number, at); });
    for (Index x = begin; x < end; ++x) make_node(at, oy, oz, x);
  }

  /// Makes the value in column x of a line that lies in the buffer.
  [[gnu::noinline]] void make_node(int at, int oy, int oz, Index x) {
    Domain const& d = rules_.domain;
    Index const low = d.open[0][0] ? x : max(x, 0), near = d.open[0][1] ? low : min(low, d.nodes[0] - 1);
    auto const made = rules_.members_at(GeneralStageReads<Access>{access_, near, y_, z_},
                                        {{d.around(0, near), d.around(1, y_), d.around(2, z_)}},
                                        {{x - near, oy, oz}}, step_);
    for_members<Rules::near, count>([&](auto m) { room(m.number, at)[x] = made.v[m.number]; });
  }

  /// Lets the lines that are read beside the nodes go on beyond the ends of the row.
  TESSERA_ALWAYS_INLINE void lengthen(Index last) {
    Index const begin = first_ - below[0], end = last + above[0];
    if (Rules::near == 0 || (below[0] + above[0] == 0 && edges_.beyond[0] == 0) ||
        (begin >= regular_begin() && end <= regular_end()))
      return;
    // Where the last value of a row may be an image, so may those of the rows around it.
    for_each_slot([&](int oy, int oz, int at) TESSERA_ALWAYS_INLINE {
      if (Rules::box || (oy == 0 && oz == 0) || edges_.beyond[0] > 0) lengthen_line(at, oy, oz, begin, end);
    });
  }
  TESSERA_ALWAYS_INLINE void lengthen_line(int at, int oy, int oz, Index begin, Index end) {
    Domain const& d = rules_.domain;
    Index const low = max(begin, regular_begin()), high = min(end, regular_end());
    T const* from[count];
    for (int m = 0; m < count; ++m) from[m] = line_[m][at];
    for_members<Rules::near, count>([&](auto m) {
      if (has_member(made_[at], m.number)) return; // it lies in the buffer, where there is room beside it
      T* const to = room(m.number, at);
      Index x = low;
      for (; x < first_; ++x) to[x] = from[m.number][x];
      for (; x + vector <= high; x += vector)
        simd_for<T>(x, x + vector, [=, source = from[m.number]](Index n) { to[n] = source[n]; });
      for (; x < high; ++x) to[x] = from[m.number][x];
      line_[m.number][at] = to;
    });
    auto const end_node = [&](Index x) {
      if (made_[at] != 0) return make_node(at, oy, oz, x);
      // The last value of a member may be an image of the upper face while those of others are not.
      int const side = x < 0 ? 0 : 1, beyond = static_cast<int>(side == 0 ? -x : x - (d.nodes[0] - 1));
      if (beyond == 0)
        for_members<Rules::near, count>([&](auto m) { room(m.number, at)[x] = from[m.number][x]; });
      value_beyond_end(
          rules_, [&](int m) { return from[m]; }, side, beyond, y_ + oy, z_ + oz, step_,
          [&](int m, T value) { room(m, at)[x] = value; });
    };
    for (Index x = begin; x < low; ++x) end_node(x);
    for (Index x = high; x < end; ++x) end_node(x);
  }

  Rules const& rules_;
  StageEdges const& edges_;
  Access const& access_;
  Index y_, z_, step_, first_ = 0;
  // Aligned, since a store across the end of a page takes longer than all else here.
  static constexpr Index room_of_line = before + most_nodes + after;
  alignas(64) T const* line_[count][slots];
  unsigned made_[slots]; // of each line the members whose values are images in the buffer
  alignas(64) T buffer_[max(lines, 1) * room_of_line];
};

} // namespace tessera::detail
