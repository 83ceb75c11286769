// SPDX-License-Identifier: Apache-2.0
// The access redundancy of schemes for star stencils of any radius on a 3D grid: how many elements are read
// and written in memory for each element updated (Micikevicius 2009, Single GPU 3D finite difference). Halos
// of tiles are counted as in the paper: along the four sides of a tile, but not at its corners, which a star
// never reads. The ends of the slow axis are neglected. What a cache saves is not in the model.
#pragma once

#include <tessera/core/error.hpp>

namespace tessera {

/// Nodes of a tile's core in the plane of the two fastest axes, halo not included. (A scheme's Tile includes
/// the halo.)
struct PlaneTile {
  int x, y;
};

namespace detail {

inline void check_redundancy(int radius) {
  if (radius < 1) throw InvalidInput(text("redundancy of a star of radius ", radius, " (give 1 or more)"));
}

/// The number of elements that a tile of a plane reads for each of its nodes: the node itself and its share
/// of the halo.
inline double plane_reads(int radius, PlaneTile const& core) {
  check_redundancy(radius);
  if (core.x < 1 || core.y < 1)
    throw InvalidInput(
        text("redundancy of a tile of ", core.x, " x ", core.y, " nodes (give 1 x 1 or more)"));
  double const halo = 2. * radius * (core.x + core.y);
  return 1 + halo / (static_cast<double>(core.x) * core.y);
}

} // namespace detail

/// One thread per node, which reads all that it needs from memory: 6 R + 1 reads and 1 write; 26 for R = 4.
/// \throws InvalidInput for a radius below 1, as the others do
inline double naive_redundancy(int radius) {
  detail::check_redundancy(radius);
  return 6. * radius + 2;
}

/// Two passes: the first reads a tile of the plane with its halo and writes a partial sum; the second, along
/// the slow axis, reads the field and that sum and writes the result. 5 + 4 R / n for n x n tiles; for R = 4
/// this is 6.00, 5.50 and 5.29 with n = 16, 32 and 56.
/// \throws InvalidInput also for a tile without nodes
inline double two_pass_redundancy(int radius, PlaneTile const& core) {
  return detail::plane_reads(radius, core) + 1 + 3;
}

/// One pass, 2.5D: tiles of the plane stream along the slow axis, and neighbours along it wait in registers.
/// Each plane is read once with its halo, and the result is written: 2 + 4 R / n for n x n tiles.
/// \throws InvalidInput also for a tile without nodes
inline double one_pass_redundancy(int radius, PlaneTile const& core) {
  return detail::plane_reads(radius, core) + 1;
}

} // namespace tessera
