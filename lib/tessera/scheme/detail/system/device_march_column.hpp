// SPDX-License-Identifier: Apache-2.0
// The column that a member of a team marches along (device_march.hpp): where memory holds it, which members
// of the system are loaded of it, and of which planes each stage makes its node.
#pragma once

#include <tessera/core/device/opaque.hpp>
#include <tessera/scheme/detail/node/rules.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/member_bits.hpp>

namespace tessera::detail {

/// Planes from `first` on. Numbers of 32 bits that a compiler can't derive again wherever it needs them.
struct PlaneRange {
  int first;
  unsigned count;

  /// None if not `any`.
  KOKKOS_FORCEINLINE_FUNCTION static PlaneRange between(Index begin, Index end, bool any) {
    return {opaque(static_cast<int>(begin)),
            static_cast<unsigned>(opaque(any && begin < end ? static_cast<int>(end - begin) : 0))};
  }
  KOKKOS_FORCEINLINE_FUNCTION bool has(int plane) const {
    return static_cast<unsigned>(plane - first) < count;
  }
};

/// \tparam Shape a MarchShape. Planes are counted from the first one that is loaded.
template <class Shape>
struct MarchColumn {
  using First = typename Shape::First;

  Index x, y;                      // where memory holds the column, or one that stands for it
  Index z;                         // the first plane; it may lie outside
  Index read, write;               // nodes: the one that is loaded, and the one of the turn's plane unwrapped
  int core_end;                    // beyond the last plane of the core
  int nodes;                       // the plane of the domain's upper end
  PlaneRange written;              // the planes of which what stages make is written
  PlaneRange makes[Shape::stages]; // the planes that each stage makes here
  unsigned loaded;                 // a bit for each member that a stage needs of the column
  bool exists;                     // whether there are nodes

  /// The place of a member's column in the tile, row by row: a warp has a row of the core, and the columns of
  /// the halo come last.
  KOKKOS_FORCEINLINE_FUNCTION static int place_of(int rank) {
    constexpr int below = Shape::queues.below[0], of_core = Shape::width * Shape::rows,
                  rim = Shape::rim > 0 ? Shape::rim : 1;
    if (rank < of_core) return rank / Shape::width * Shape::pitch + below + rank % Shape::width;
    int const row = (rank - of_core) / rim, x = (rank - of_core) % rim;
    return row * Shape::pitch + (x < below ? x : Shape::width + x);
  }

  /// \param core the nodes that the team writes
  /// \param interior the nodes that each stage makes
  template <class Levels>
  KOKKOS_FORCEINLINE_FUNCTION static MarchColumn at(int place, Box3 const& core, Domain const& d,
                                                    Levels const& levels,
                                                    Box3 const (&interior)[Shape::stages]) {
    constexpr int first_written = Shape::queues.below[2], greatest_lag = Shape::queues.greatest_lag;
    Index const x = core.lower[0] - Shape::queues.below[0] + place % Shape::pitch,
                y = core.lower[1] - Shape::queues.below[1] + place / Shape::pitch;
    // Whether the column is one of the box's, with so many more on each side.
    auto const is_in = [&](Box3 const& box, int left = 0, int right = 0, int down = 0, int up = 0) {
      return x >= box.lower[0] - left && x < box.upper[0] + right && y >= box.lower[1] - down &&
             y < box.upper[1] + up;
    };
    MarchColumn column{};
    column.z = core.lower[2] - first_written;
    column.core_end = static_cast<int>(core.upper[2] - column.z);
    column.nodes = static_cast<int>(d.nodes[2] - column.z);
    column.x = in_memory<First>(d, 0, x);
    column.y = in_memory<First>(d, 1, y);
    column.read = column.node(levels, in_memory<First>(d, 2, column.z));
    column.write = column.node(levels, column.z);
    column.exists = (d.wraps[0] || column.x == x) && (d.wraps[1] || column.y == y);
    column.written = PlaneRange::between(first_written, column.core_end, is_in(core));
    TESSERA_UNROLL
    for (int s = 0; s < Shape::stages; ++s)
      column.makes[s] = PlaneRange::between(
          max(interior[s].lower[2] - column.z, -1),
          min(interior[s].upper[2] - column.z, column.core_end + 2 * greatest_lag), is_in(interior[s]));
    for_members<Shape::all, Shape::count>([&](auto m) {
      constexpr int left = Shape::loads.below[m.number][0], right = Shape::loads.above[m.number][0],
                    down = Shape::loads.below[m.number][1], up = Shape::loads.above[m.number][1];
      if (is_in(core, left, right, down, up)) column.loaded |= 1u << m.number;
    });
    return column;
  }

  /// Its node of a plane of the domain.
  template <class Levels>
  KOKKOS_FORCEINLINE_FUNCTION Index node(Levels const& levels, Index plane) const {
    return x + y * levels.stride_y + plane * levels.stride_z;
  }
};

} // namespace tessera::detail
