// SPDX-License-Identifier: Apache-2.0
// Launching one team per tile.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/index.hpp>

namespace tessera::detail {

/// What a device kernel may use of its registers, said as Kokkos does: teams of at most MaxTeam members, MinTeams of
/// which run at once on a multiprocessor. Zeros leave it to the compiler.
template <class Exec, int MaxTeam, int MinTeams>
using Bounds = Kokkos::LaunchBounds<on_host<Exec> ? 0 : MaxTeam, on_host<Exec> ? 0 : MinTeams>;

template <int MaxTeam = 0, int MinTeams = 0, class Exec>
auto tile_policy(Exec const& exec, Index tiles, int team_size, std::size_t scratch) {
  if constexpr (on_host<Exec>)
    scratch += 64; // Kokkos' own alignment is less than a cache line: room to start at one
  return Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Bounds<Exec, MaxTeam, MinTeams>>(
             exec, static_cast<int>(tiles), on_host<Exec> ? 1 : team_size)
      .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch)));
}

/// Launches the kernel over all tiles. The hint makes Kokkos hand a functor over as an argument of the launch if it fits
/// one (4 KB): functors of more than 512 bytes would otherwise wait for the launch before to be read out of one buffer.
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

/// Makes Kokkos allocate what team launches need now rather than at the first sweep: a host's team scratch. On a
/// CUDA device 8 bytes of level-1 scratch serve the same end: with none, Kokkos 5.0 asks for an allocation of zero
/// bytes at every launch.
template <class Exec>
void reserve_scratch(Exec const& exec, std::size_t scratch) {
  auto policy = tile_policy(exec, 1, 32, on_host<Exec> ? scratch : 0);
  if constexpr (!on_host<Exec>) policy.set_scratch_size(1, Kokkos::PerTeam(8));
  Kokkos::parallel_for("tessera::scratch::reserve", policy, TouchNothing{});
}

} // namespace tessera::detail
