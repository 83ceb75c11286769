// SPDX-License-Identifier: Apache-2.0
// Launching one team per tile.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

template <class Exec>
auto tile_policy(Exec const& exec, Index tiles, int team_size, std::size_t scratch) {
  if constexpr (on_host<Exec>)
    scratch += 64; // Kokkos' own alignment is less than a cache line: room to start at one
  return Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>>(exec, static_cast<int>(tiles),
                                                                     on_host<Exec> ? 1 : team_size)
      .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch)));
}

/// Launches the kernel over all tiles.
template <class Exec, class Kernel>
void launch_tiles(char const* label, Exec const& exec, Kernel const& kernel, Index tiles, int team_size,
                  std::size_t scratch) {
  Kokkos::parallel_for(label, tile_policy(exec, tiles, team_size, scratch), kernel);
}

struct TouchNothing {
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};

/// Makes Kokkos allocate a host's team scratch now rather than at the first sweep.
template <class Exec>
void reserve_scratch([[maybe_unused]] Exec const& exec, [[maybe_unused]] std::size_t scratch) {
  if constexpr (on_host<Exec>)
    Kokkos::parallel_for("tessera::scratch::reserve", tile_policy(exec, 1, 1, scratch), TouchNothing{});
}

/// Throws InvalidInput where a tile needs more scratch than a team can have.
template <class Exec>
void check_scratch(char const* scheme, Tile const& tile, int dimension, int fused_steps, std::size_t needed) {
  std::size_t const limit = scratch_limit<Exec>();
  if (needed > limit)
    throw InvalidInput(text(scheme, ": tile ", extents_text(tile, dimension), " with ", fused_steps,
                            " fused step(s) needs ", needed, " bytes of team scratch, this device offers ",
                            limit, " (give a smaller tile or fewer fused steps)"));
}

} // namespace tessera::detail
