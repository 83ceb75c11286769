// SPDX-License-Identifier: Apache-2.0
// Tiles and the scratch memory of a team: the largest default tile that fits, and a refusal of one that does not.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

/// A default tile made to fit a device's scratch: its longest core among the first `axes` is halved until it does.
template <class Exec, class Bytes>
Tile fitted_tile(Tile tile, int halo, int axes, Bytes const& bytes) {
  while (bytes(tile) > scratch_limit<Exec>()) {
    int longest = 0;
    for (int a = 1; a < axes; ++a)
      if (tile[a] > tile[longest]) longest = a;
    int const core = tile[longest] - halo;
    if (core < 2) break; // too much even so: check_scratch will say it
    tile[longest] = halo + core / 2;
  }
  return tile;
}

/// Throws InvalidInput where a tile needs more scratch than a team can have.
template <class Exec>
void check_scratch(char const* scheme, Tile const& tile, int dimension, int fused_steps, std::size_t needed,
                   int team_size = 1024) {
  std::size_t const limit = scratch_limit<Exec>(team_size);
  if (needed > limit)
    throw InvalidInput(text(scheme, ": tile ", extents_text(tile, dimension), " with ", fused_steps,
                            " fused step(s) needs ", needed, " bytes of team scratch, this device offers ",
                            limit, " (give a smaller tile or fewer fused steps)"));
}

} // namespace tessera::detail
