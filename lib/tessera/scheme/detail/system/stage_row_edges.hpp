// SPDX-License-Identifier: Apache-2.0
// How far from the sides of the domain the rows of a stage, and the nodes of a row, differ from those inside,
// on a host core. It is the same for all rows of a sweep.
#pragma once

#include <tessera/scheme/detail/system/stage_edges.hpp>

#include <limits>

namespace tessera::detail {

/// \tparam Access what the rows are read from
template <class Rules, class Access>
struct StageRowEdges : StageEdges {
  static constexpr int D = Rules::dimension, R = Rules::radius;

  /// The nodes that are farther away from all sides are [lower, upper) along each axis. At an end of a row
  /// the others are set or read beyond it. Along the other axes theirs are rows that are set, or read images
  /// or rows of the other end of a period.
  Index lower[3], upper[3];
  bool constant_end[2];       // whether no node at an end of a row changes
  bool constant_faces = true; // whether no node changes that a face of any axis sets

  explicit StageRowEdges(Rules const& rules) : StageEdges(rules) {
    constexpr Index most = std::numeric_limits<Index>::max() / 2;
    for (int a = 0; a < 3; ++a) {
      lower[a] = differs(rules, a, 0) ? width(a, 0) : -most;
      upper[a] = differs(rules, a, 1) ? rules.domain.nodes[a] - width(a, 1) : most;
    }
    for (int side = 0; side < 2; ++side) constant_end[side] = is_constant(rules, 0, side);
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side) constant_faces &= !is_set(a, side) || is_constant(rules, a, side);
  }

  /// Whether all neighbours of a row's nodes lie in rows of memory.
  TESSERA_ALWAYS_INLINE bool is_inside(Index y, Index z) const {
    return (D < 2 || (y >= lower[1] && y < upper[1])) && (D < 3 || (z >= lower[2] && z < upper[2]));
  }

  /// Whether some nodes near a side do not follow the formula alone.
  TESSERA_ALWAYS_INLINE bool is_set(int axis, int side) const {
    return kind[axis][side] != EdgeKind::open && kind[axis][side] != EdgeKind::image;
  }

  /// So near to a closed side the formula reads images.
  TESSERA_ALWAYS_INLINE Index reads_images(int axis, int side) const {
    bool const image = kind[axis][side] == EdgeKind::image;
    if (side == 0) return image ? Rules::below(axis) : 0;
    return image || beyond[axis] > 0 ? Rules::above(axis) + beyond[axis] : 0;
  }

private:
  bool is_constant(Rules const& rules, int axis, int side) const {
    return (kind[axis][side] == EdgeKind::frozen || kind[axis][side] == EdgeKind::set) &&
           rules.is_constant_in_time(axis, side) && reads_images(axis, side) == 0;
  }
  bool differs(Rules const& rules, int axis, int side) const {
    // Of a volume's planes only whole ones are found by their pointers: rows of a plane are not wrapped.
    return axis == 0 || kind[axis][side] != EdgeKind::open ||
           (D == 3 && axis == 1 && !Access::holds_periods && rules.domain.wraps[1]);
  }
  Index width(int axis, int side) const {
    if (kind[axis][side] == EdgeKind::open) return side == 0 ? Rules::below(axis) : Rules::above(axis);
    return is_set(axis, side) ? max(R, reads_images(axis, side)) : reads_images(axis, side);
  }
};

} // namespace tessera::detail
