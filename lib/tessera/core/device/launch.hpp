// SPDX-License-Identifier: Apache-2.0
// Launches of one team per tile.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Bounds for the registers of a device kernel, in Kokkos' terms: teams have at most MaxTeam members, and
/// MinTeams of them run at once on a multiprocessor. Zeros leave the choice to the compiler.
template <class Exec, int MaxTeam, int MinTeams>
using Bounds = Kokkos::LaunchBounds<on_host<Exec> ? 0 : MaxTeam, on_host<Exec> ? 0 : MinTeams>;

template <int MaxTeam = 0, int MinTeams = 0, class Exec>
auto tile_policy(Exec const& exec, Index tiles, int team_size, std::size_t scratch) {
  if constexpr (on_host<Exec>)
    scratch += 64; // Kokkos aligns to less than a cache line: this is room to start at one
  return Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Bounds<Exec, MaxTeam, MinTeams>>(
             exec, static_cast<int>(tiles), on_host<Exec> ? 1 : team_size)
      .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch)));
}

/// Launches the kernel for all tiles. Kokkos copies functors of more than 512 bytes through one buffer, so
/// that a launch waits for the one before. With this hint it passes functors of up to 4 KB as kernel
/// arguments.
template <int MaxTeam = 0, int MinTeams = 0, class Exec, class Kernel>
void launch_tiles(char const* label, Exec const& exec, Kernel const& kernel, Index tiles, int team_size,
                  std::size_t scratch) {
  namespace Hints = Kokkos::Experimental;
  Kokkos::parallel_for(label,
                       Hints::require(tile_policy<MaxTeam, MinTeams>(exec, tiles, team_size, scratch),
                                      Hints::WorkItemProperty::HintLightWeight),
                       kernel);
}

struct TouchNothing {
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};

/// Makes Kokkos allocate now, rather than in the first sweep, what team launches need. On a host this is the
/// team scratch. On a CUDA device 8 bytes of level-1 scratch serve the same purpose: with none, Kokkos 5.0
/// asks for an allocation of zero bytes at every launch.
template <class Exec>
void reserve_scratch(Exec const& exec, std::size_t scratch) {
  auto policy = tile_policy(exec, 1, 32, on_host<Exec> ? scratch : 0);
  if constexpr (!on_host<Exec>) policy.set_scratch_size(1, Kokkos::PerTeam(8));
  Kokkos::parallel_for("tessera::scratch::reserve", policy, TouchNothing{});
}

} // namespace tessera::detail
