// SPDX-License-Identifier: Apache-2.0
// How high tiles are that march along an axis: a device runs so many teams at once, and when fewer are left most of it waits.
#pragma once

#include <tessera/core/device.hpp>

namespace tessera::detail {

/// A domain in columns of tiles.
struct Columns {
  Index count;   // beside each other
  Index nodes;   // along the march
  Index halo;    // that a tile loads beyond its core, at either end
  Index at_once; // tiles
};

/// What all tiles take, cut so many times along the march: waves of them, and a twentieth of one in which the last ones end.
inline Index time_in_waves(Columns const& c, Index cuts) {
  return (20 * divide_up(c.count * cuts, c.at_once) + 1) * (divide_up(c.nodes, cuts) + 2 * c.halo);
}

/// The height of tiles, halo included, that takes least; where some take the same, the highest. At least half is core.
inline Index height_in_waves(Columns const& c) {
  Index best = 1;
  for (Index cuts = 2; cuts * 2 * c.halo <= c.nodes; ++cuts)
    if (time_in_waves(c, cuts) < time_in_waves(c, best)) best = cuts;
  return divide_up(c.nodes, best) + 2 * c.halo;
}

} // namespace tessera::detail
