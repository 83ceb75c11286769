// SPDX-License-Identifier: Apache-2.0
// Tiled: a team loads a tile with its halo into scratch and makes one step from there. On a GPU this is the
// classic shared-memory kernel.
#pragma once

#include <tessera/scheme/detail/tiles/plan.hpp>
#include <tessera/scheme/detail/trial/plan.hpp>

namespace tessera {

/// The scheme that loads a tile with its halo into scratch and makes one step from there.
struct Tiled {
  static constexpr char const* name = "tiled";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend

  /// Without a tile, tiles are tried against Direct's sweeps on large grids (2^20 nodes on a host, 2^23 on a
  /// device), and smaller grids are swept as Direct does (the report's way is then "memory" or
  /// "cooperative").
  template <class Exec, class Rules>
  using Plan = detail::TriedAgainstDirect<Exec, Rules, detail::TilesPlan<Exec, Rules>>;
};

} // namespace tessera
