// SPDX-License-Identifier: Apache-2.0
// Tiles and the scratch memory of a team: the largest default tile that fits it, and the refusal of a tile
// that does not.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

/// A default tile that fits a device's scratch: the longest core among the first `axes` axes is halved until
/// it does.
template <class Exec, class Bytes>
Tile fitted_tile(Tile tile, int halo, int axes, Bytes const& bytes) {
  while (bytes(tile) > scratch_limit<Exec>()) {
    int longest = 0;
    for (int a = 1; a < axes; ++a)
      if (tile[a] > tile[longest]) longest = a;
    int const core = tile[longest] - halo;
    if (core < 2) break; // even this is too much: check_scratch refuses it
    tile[longest] = halo + core / 2;
  }
  return tile;
}

/// Checks that a team can have the scratch that a tile needs.
/// \throws InvalidInput if it can't
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
