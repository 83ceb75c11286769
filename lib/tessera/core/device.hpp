// SPDX-License-Identifier: Apache-2.0
// What an execution space offers, asked of Kokkos.
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// True where the host's cores run the kernel: teams of one member, vector loops, caches for scratch.
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

/// Where team scratch lives: shared memory on a GPU (level 0); on a host level 0 is capped at 32 KB, so level 1.
template <class Exec>
inline constexpr int scratch_level = on_host<Exec> ? 1 : 0;

/// Largest scratch a team may ask for, in bytes. Of a GPU's shared memory Kokkos counts off what reductions take in a team of
/// 1024, 8 bytes a member: a smaller team leaves some of it.
template <class Exec>
std::size_t scratch_limit(int team_size = 1024) {
  int const left = on_host<Exec> ? 0 : (1024 - team_size) * static_cast<int>(sizeof(double));
  return static_cast<std::size_t>(Kokkos::TeamPolicy<Exec>::scratch_size_max(scratch_level<Exec>) + left);
}

/// Of a device with this concurrency, at 2048 threads each.
inline Index multiprocessors(Index concurrency) { return max(1, concurrency / 2048); }

} // namespace tessera::detail
