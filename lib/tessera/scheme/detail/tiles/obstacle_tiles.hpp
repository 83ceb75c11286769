// SPDX-License-Identifier: Apache-2.0
// Which tiles contain or read nodes of an obstacle. This is found once, so that all other tiles run without a
// test.
#pragma once

#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

/// One byte per tile, in the memory of Exec. Without an obstacle there is no memory, and touches() is always
/// false.
template <class Exec>
struct ObstacleTiles {
  Kokkos::View<std::uint8_t*, typename Exec::memory_space> flags;
  KOKKOS_FORCEINLINE_FUNCTION bool touches(Index tile) const {
    return flags.data() != nullptr && flags(tile) != 0;
  }
};

template <class Rules, class Tiles, class Flags>
struct MarkObstacleTiles {
  Rules rules;
  Tiles tiles;
  Index halo;
  Flags flags;

  KOKKOS_FUNCTION void operator()(Index tile) const {
    Domain const& d = rules.domain;
    Box3 box = d.clip(Rules::grown(tiles.box(tile, d), halo));
    Box3 const& held = rules.obstacle.held;
    for (int a = 0; a < 3; ++a) // a mask without a halo knows the nodes that single steps update
      if (!d.wraps[a]) {
        box.lower[a] = max(box.lower[a], held.lower[a]);
        box.upper[a] = min(box.upper[a], held.upper[a]);
      }
    bool found = false;
    for (Index z = box.lower[2]; z < box.upper[2] && !found; ++z)
      for (Index y = box.lower[1]; y < box.upper[1] && !found; ++y)
        for (Index x = box.lower[0]; x < box.upper[0] && !found; ++x)
          found = rules.is_frozen({{d.around(0, x), d.around(1, y), d.around(2, z)}});
    flags(tile) = found;
  }
};

/// Marks the tiles with an obstacle within `halo` nodes. `tiles` is a Tiling, or anything with box(number,
/// domain) and size().
template <class Exec, class Rules, class Tiles>
ObstacleTiles<Exec> mark_obstacle_tiles(Exec const& exec, Rules const& rules, Tiles const& tiles,
                                        Index halo) {
  ObstacleTiles<Exec> marked;
  if (!rules.obstacle.present()) return marked;
  marked.flags = decltype(marked.flags)(
      Kokkos::view_alloc(exec, std::string("tessera::obstacle_tiles"), Kokkos::WithoutInitializing),
      tiles.size());
  launch("tessera::obstacle::mark_tiles",
         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, tiles.size()),
         MarkObstacleTiles<Rules, Tiles, decltype(marked.flags)>{rules, tiles, halo, marked.flags});
  return marked;
}

} // namespace tessera::detail
