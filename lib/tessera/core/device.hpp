// SPDX-License-Identifier: Apache-2.0
// Properties of an execution space, from Kokkos.
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace tessera::detail {

/// True if the host's cores run the kernel: teams then have one member, loops are vectorised, and scratch
/// lies in the caches.
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

/// True if CUDA devices run the kernel.
#if defined(KOKKOS_ENABLE_CUDA)
template <class Exec>
inline constexpr bool on_cuda = std::is_same_v<Exec, Kokkos::Cuda>;
#else
template <class Exec>
inline constexpr bool on_cuda = false;
#endif

/// Checks an execution space that a user gives: the code does not compile for a space that the kernels were
/// not written for. Members of a team exchange values by instructions of the device, and on another device
/// results would be wrong.
template <class Exec>
consteval bool known_space() {
  if constexpr (Kokkos::is_execution_space_v<Exec>)
    static_assert(
        on_host<Exec> || on_cuda<Exec>,
        "tessera: of all devices CUDA's alone are supported; on this execution space (HIP, SYCL, OpenACC "
        "or another) results would be wrong. Give one of the host's, such as "
        "Kokkos::DefaultHostExecutionSpace, with Views in the host's memory");
  return true;
}

/// The level of team scratch. On a GPU, level 0 is shared memory. On a host, level 0 is limited to 32 KB, so
/// scratch lies in level 1.
template <class Exec>
inline constexpr int scratch_level = on_host<Exec> ? 1 : 0;

/// The most scratch that a team may ask for, in bytes. Kokkos subtracts from a GPU's shared memory what
/// reductions take in a team of 1024, 8 bytes a member; a smaller team leaves a part of that free.
template <class Exec>
std::size_t scratch_limit(int team_size = 1024) {
  int const left = on_host<Exec> ? 0 : (1024 - team_size) * static_cast<int>(sizeof(double));
  return static_cast<std::size_t>(Kokkos::TeamPolicy<Exec>::scratch_size_max(scratch_level<Exec>) + left);
}

/// Number of multiprocessors of a device with this concurrency, at 2048 threads each.
inline Index multiprocessors(Index concurrency) { return max(1, concurrency / 2048); }

} // namespace tessera::detail
