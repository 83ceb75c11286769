// SPDX-License-Identifier: Apache-2.0
// What an execution space offers, asked of Kokkos.
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace tessera::detail {

/// True where the host's cores run the kernel: teams of one member, vector loops, caches for scratch.
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

/// True where CUDA's cores run it.
#if defined(KOKKOS_ENABLE_CUDA)
template <class Exec>
inline constexpr bool on_cuda = std::is_same_v<Exec, Kokkos::Cuda>;
#else
template <class Exec>
inline constexpr bool on_cuda = false;
#endif

/// Asked by whatever takes an execution space from users: a use with one that the kernels were not written for does not
/// compile. Members of a team hand each other values by instructions of the device; without them results would be wrong.
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
