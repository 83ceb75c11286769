// SPDX-License-Identifier: Apache-2.0
// Properties of an execution space, from Kokkos.
#pragma once

#include <tessera/core/index.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace tessera::detail {

/// Whether every machine takes the forms of kernels that know nothing of it (the CMake option
/// TESSERA_PORTABLE_DEVICE), so that they can be tested on a CPU and on a CUDA device.
#if defined(TESSERA_PORTABLE_DEVICE)
inline constexpr bool only_portable = true;
#else
inline constexpr bool only_portable = false;
#endif

/// True if kernels run on the host's cores, in the host's memory.
template <class Exec>
inline constexpr bool runs_on_host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

/// True if kernels have their forms for a host's cores: teams then have one member, loops are vectorised, and
/// scratch lies in the caches.
template <class Exec>
inline constexpr bool on_host = runs_on_host<Exec> && !only_portable;

/// True if kernels may have their forms for CUDA devices. What these rely on is known of CUDA alone: warps of
/// 32 members that read each other's registers, teams of any size up to 1024 that wait for each other,
/// asynchronous copies to scratch.
#if defined(KOKKOS_ENABLE_CUDA)
template <class Exec>
inline constexpr bool has_warps = std::is_same_v<Exec, Kokkos::Cuda> && !only_portable;
#else
template <class Exec>
inline constexpr bool has_warps = false;
#endif

/// True if kernels have their portable forms: a thread makes a node, or a team of any size a tile in scratch,
/// by nothing but Kokkos' policies and the team's barrier. Devices other than CUDA's get these.
template <class Exec>
inline constexpr bool is_portable = !on_host<Exec> && !has_warps<Exec>;

/// Whether it is a device whose kernels are known to compile.
template <class Exec>
consteval bool known_device() {
#if defined(KOKKOS_ENABLE_CUDA)
  if (std::is_same_v<Exec, Kokkos::Cuda>) return true;
#endif
#if defined(KOKKOS_ENABLE_HIP)
  if (std::is_same_v<Exec, Kokkos::HIP>) return true;
#endif
#if defined(KOKKOS_ENABLE_SYCL)
  if (std::is_same_v<Exec, Kokkos::SYCL>) return true;
#endif
  return false;
}

/// Checks an execution space that a user gives: the code does not compile for a space of which nothing is
/// known.
template <class Exec>
consteval bool known_space() {
  if constexpr (Kokkos::is_execution_space_v<Exec>)
    static_assert(
        runs_on_host<Exec> || known_device<Exec>(),
        "tessera: of all devices those of CUDA, HIP and SYCL are supported, this execution space (OpenACC, "
        "OpenMPTarget or another) is not. Give one of the host's, such as "
        "Kokkos::DefaultHostExecutionSpace, with Views in the host's memory");
  return true;
}

/// The level of team scratch. On a GPU, level 0 is shared memory. On a host, level 0 is limited to 32 KB, so
/// scratch lies in level 1.
template <class Exec>
inline constexpr int scratch_level = runs_on_host<Exec> ? 1 : 0;

/// The most scratch that a team may ask for, in bytes. On CUDA Kokkos subtracts from the shared memory what
/// reductions take in a team of 1024, 8 bytes a member; a smaller team leaves a part of that free.
template <class Exec>
std::size_t scratch_limit(int team_size = 1024) {
  int const left = has_warps<Exec> ? (1024 - team_size) * static_cast<int>(sizeof(double)) : 0;
  return static_cast<std::size_t>(Kokkos::TeamPolicy<Exec>::scratch_size_max(scratch_level<Exec>) + left);
}

/// Number of multiprocessors of a CUDA device with this concurrency, at 2048 threads each; of another device
/// about as many.
inline Index multiprocessors(Index concurrency) { return max(1, concurrency / 2048); }

} // namespace tessera::detail
