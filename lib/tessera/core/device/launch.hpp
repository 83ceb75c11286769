// SPDX-License-Identifier: Apache-2.0
// Launches of one team per tile.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/index.hpp>
#include <tessera/core/launch.hpp>

#include <algorithm>
#include <type_traits>

namespace tessera::detail {

/// Bounds for the registers of a device kernel, in Kokkos' terms: teams have at most MaxTeam members, and
/// MinTeams of them run at once on a multiprocessor. If MinTeams is 0, the compiler has the choice.
template <class Exec, int MaxTeam, int MinTeams>
using Bounds = std::conditional_t<has_warps<Exec> && MinTeams != 0, Kokkos::LaunchBounds<MaxTeam, MinTeams>,
                                  Kokkos::LaunchBounds<>>;

/// The policy of one team per tile. Where kernels have their portable forms, the size has to be one that the
/// device has for the kernel: see fitting_team.
template <int MaxTeam = 0, int MinTeams = 0, class Exec>
auto tile_policy(Exec const& exec, Index tiles, int team_size, std::size_t scratch) {
  if constexpr (runs_on_host<Exec>)
    scratch += 64; // Kokkos aligns to less than a cache line: this is room to start at one
  return Kokkos::TeamPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Bounds<Exec, MaxTeam, MinTeams>>(
             exec, static_cast<int>(tiles), on_host<Exec> ? 1 : team_size)
      .set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(static_cast<int>(scratch)));
}

/// The members of a team that is to have `wanted` of them: as many where kernels have their forms for CUDA,
/// one on a host, and on other devices at most as many as there are for this kernel.
template <class Exec, class Kernel>
int fitting_team([[maybe_unused]] Exec const& exec, [[maybe_unused]] Kernel const& kernel, int wanted,
                 [[maybe_unused]] std::size_t scratch) {
  if constexpr (is_portable<Exec>)
    return std::min(wanted, tile_policy(exec, 1, 1, scratch).team_size_max(kernel, Kokkos::ParallelForTag()));
  else
    return wanted;
}

/// Launches the kernel for all tiles. Kokkos copies functors of more than 512 bytes through one buffer, so
/// that a launch waits for the one before. With this hint it passes functors of up to 4 KB as kernel
/// arguments.
template <int MaxTeam = 0, int MinTeams = 0, class Exec, class Kernel>
void launch_tiles(char const* label, Exec const& exec, Kernel const& kernel, Index tiles, int team_size,
                  std::size_t scratch) {
  namespace Hints = Kokkos::Experimental;
  team_size = fitting_team(exec, kernel, team_size, scratch);
  auto const policy = tile_policy<MaxTeam, MinTeams>(exec, tiles, team_size, scratch);
  if constexpr (runs_on_host<Exec>)
    launch(label, policy, kernel);
  else
    launch(label, Hints::require(policy, Hints::WorkItemProperty::HintLightWeight), kernel);
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
  std::size_t const here = runs_on_host<Exec> ? scratch : 0;
  auto policy = tile_policy(exec, 1, fitting_team(exec, TouchNothing{}, 32, here), here);
  if constexpr (has_warps<Exec>) policy.set_scratch_size(1, Kokkos::PerTeam(8));
  launch("tessera::scratch::reserve", policy, TouchNothing{});
}

} // namespace tessera::detail
