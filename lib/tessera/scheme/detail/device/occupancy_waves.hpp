// SPDX-License-Identifier: Apache-2.0
// How high tiles are that march along an axis. A device runs a certain number of teams at once, which is an
// occupancy wave; in a wave that is not full, a part of the device waits.
#pragma once

#include <tessera/core/device.hpp>

namespace tessera::detail {

/// A domain cut into columns of tiles.
struct Columns {
  Index count;      // columns
  Index nodes;      // nodes along the march
  Index halo;       // nodes that a tile loads beyond its core, at either end
  Index concurrent; // tiles that run at once
  /// In marches of so many nodes memory is half as fast as in short ones, since what runs at once asks for
  /// rows far from each other; 0: the length does not matter.
  Index half_rate = 0;
};

/// The time that all tiles take, in arbitrary units, if the march is cut into so many tiles: full waves, and
/// a twentieth of a wave in which the last tiles end.
inline double time_in_waves(Columns const& c, Index cuts) {
  Index const height = divide_up(c.nodes, cuts) + 2 * c.halo,
              waves = 20 * divide_up(c.count * cuts, c.concurrent) + 1;
  double const slower = c.half_rate > 0 ? static_cast<double>(height) / static_cast<double>(c.half_rate) : 0;
  return static_cast<double>(waves * height) * (1 + slower);
}

/// The height of tiles, halo included, that takes the least time; among equal times, the greatest height. At
/// least half of a tile is core.
inline Index height_in_waves(Columns const& c) {
  Index best = 1;
  for (Index cuts = 2; cuts * 2 * c.halo <= c.nodes; ++cuts)
    if (time_in_waves(c, cuts) < time_in_waves(c, best)) best = cuts;
  return divide_up(c.nodes, best) + 2 * c.halo;
}

} // namespace tessera::detail
