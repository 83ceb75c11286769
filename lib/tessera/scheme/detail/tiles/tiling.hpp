// SPDX-License-Identifier: Apache-2.0
// How tiles cover a domain.
//
//        |<---------- tile ---------->|
//        | halo |      core    | halo |        halo = radius x fused steps, loaded and recomputed
//               | what is written |            cores cover the domain side by side
#pragma once

#include <tessera/scheme/scheme.hpp>

#include <limits>

namespace tessera::detail {

struct Tiling {
  Index3 core{{1, 1, 1}};  // nodes per axis that a tile writes
  Index3 count{{1, 1, 1}}; // tiles per axis

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return count[0] * count[1] * count[2]; }

  /// The nodes that tile `number` writes.
  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const& domain) const {
    Index const at[3] = {number % count[0], number / count[0] % count[1], number / count[0] / count[1]};
    Box3 box = domain.whole();
    for (int a = 0; a < 3; ++a) {
      box.lower[a] = at[a] * core[a];
      box.upper[a] = min(domain.nodes[a], box.lower[a] + core[a]);
    }
    return box;
  }
};

/// Checks the number of tiles.
/// \throws InvalidInput if there are more tiles than a launch can have teams
inline void check_count(Tiling const& tiling, Tile const& tile, int dimension) {
  constexpr Index most = std::numeric_limits<int>::max();
  if (tiling.size() > most)
    throw InvalidInput(text("tile ", extents_text(tile, dimension), " cuts the grid into ", tiling.size(),
                            " tiles, a launch can have ", most, " (give a larger tile)"));
}

/// Cuts a domain into tiles of this extent, halo included.
/// \throws InvalidInput if the halo leaves a tile nothing to write, or there are too many tiles
template <class Rules>
Tiling make_tiling(Rules const& rules, Tile const& tile, int fused_steps) {
  Tiling tiling;
  int const halo = Rules::radius * fused_steps;
  for (int a = 0; a < Rules::dimension; ++a) {
    tiling.core[a] = tile[a] - 2 * halo;
    if (tiling.core[a] < 1)
      throw InvalidInput(text("tile ", extents_text(tile, Rules::dimension), " with ", fused_steps,
                              fused_steps == 1 ? " step" : " fused steps", " of radius ", Rules::radius,
                              " leaves no node to write along axis ", a, ": give at least ", 2 * halo + 1,
                              " (tile axis 0 is the unit-stride axis)"));
    tiling.count[a] = divide_up(rules.domain.nodes[a], tiling.core[a]);
  }
  check_count(tiling, tile, Rules::dimension);
  return tiling;
}

/// The tile that writes this core.
template <int D>
Tile with_halo(Index3 const& core, int halo) {
  Tile tile = {1, 1, 1};
  for (int a = 0; a < D; ++a) tile[static_cast<std::size_t>(a)] = static_cast<int>(core[a]) + halo;
  return tile;
}

/// The user's tile, completed by `otherwise` where it says 0.
/// \throws InvalidInput for negative extents, and for extents along axes that the grid does not have
template <int D>
Tile chosen_tile(Tile const& wanted, Tile const& otherwise) {
  Tile tile = {1, 1, 1};
  for (int a = 0; a < 3; ++a) {
    if (wanted[a] < 0 || (a >= D && wanted[a] > 1))
      throw InvalidInput(text("tile ", extents_text(wanted, 3), " for a grid of ", D, " axes: ", wanted[a],
                              " along axis ", a, " (give ", D, " positive numbers of nodes, or none)"));
    if (a < D) tile[a] = wanted[a] > 0 ? wanted[a] : otherwise[a];
  }
  return tile;
}

} // namespace tessera::detail
