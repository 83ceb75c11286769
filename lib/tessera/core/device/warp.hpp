// SPDX-License-Identifier: Apache-2.0
// Values of the members beside a member, taken straight out of their registers, and meeting the others.
#pragma once

#include <tessera/core/device.hpp>

namespace tessera::detail {

/// The value of the member `distance` ranks further in rows of `Lanes` members (a power of two, at most a warp); beyond
/// the end of the row some member's. Every member of the team has to call it.
template <int Lanes, class Member, class T>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_from(Member const& member, T value, int distance) {
  static_assert(Lanes <= 32 && (Lanes & (Lanes - 1)) == 0);
#if defined(__CUDA_ARCH__)
  static_cast<void>(member);
  return __shfl_sync(0xffffffffu, value, static_cast<int>(threadIdx.y) + distance, Lanes);
#else
  // On a host there are no lanes, unless a test plays them.
  if constexpr (requires { member.template shuffle_from<Lanes>(value, distance); })
    return member.template shuffle_from<Lanes>(value, distance);
  else
    return value;
#endif
}

/// An answer that is the same for all members of a warp, said in such a way that a compiler knows it.
KOKKOS_FORCEINLINE_FUNCTION bool warp_any(bool answer) {
#if defined(__CUDA_ARCH__)
  return __any_sync(0xffffffffu, answer) != 0;
#else
  return answer;
#endif
}

/// A barrier of a team that is a whole block: Kokkos asks on a device whether it is, in every step of a loop.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION void team_barrier(Member const& member) {
#if defined(__CUDA_ARCH__)
  static_cast<void>(member);
  __syncthreads();
#else
  member.team_barrier();
#endif
}

/// The same where warps of the team may stand at different places of the code: __syncthreads wants one for all, the instruction
/// behind it asks that of each warp alone (PTX ISA, barrier.cta).
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION void divergent_barrier(Member const& member) {
#if defined(__CUDA_ARCH__)
  static_cast<void>(member);
  asm volatile("bar.sync 0;" ::: "memory");
#else
  member.team_barrier();
#endif
}

} // namespace tessera::detail
