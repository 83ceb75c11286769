// SPDX-License-Identifier: Apache-2.0
// What the members of a warp or team do together: they read values from each other's registers and wait at
// barriers.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device.hpp>

#include <type_traits>

namespace tessera::detail {

/// The value of the member `distance` ranks further, in rows of `Lanes` members (a power of two, at most a
/// warp). Beyond the end of a row it is the value of some member. Every member of the team has to call it.
template <int Lanes, class Member, class T>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_from(Member const& member, T value, int distance) {
  static_assert(Lanes <= 32 && (Lanes & (Lanes - 1)) == 0);
#if defined(__CUDA_ARCH__)
  static_cast<void>(member);
  int const from = static_cast<int>(threadIdx.y) + distance;
  if constexpr (std::is_arithmetic_v<T>) {
    return __shfl_sync(0xffffffffu, value, from, Lanes);
  } else {
    struct Words {
      unsigned w[sizeof(T) / sizeof(unsigned)];
    };
    static_assert(sizeof(Words) == sizeof(T));
    Words words = Kokkos::bit_cast<Words>(value);
    TESSERA_UNROLL
    for (unsigned& word : words.w) word = __shfl_sync(0xffffffffu, word, from, Lanes);
    return Kokkos::bit_cast<T>(words);
  }
#else
  // A host has no lanes, unless a test plays them.
  if constexpr (requires { member.template shuffle_from<Lanes>(value, distance); })
    return member.template shuffle_from<Lanes>(value, distance);
  else
    return value;
#endif
}

/// Does the same for all 32 lanes, unless nobody reads the result: then the compiler drops it, where
/// shuffle_from is always executed. All members of the warp have to come here, and to where the result is
/// read: a compiler may move the shuffle there.
template <int Lanes, class T, class Member>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_if_read(Member const& member, T value, int distance) {
#if defined(__CUDA_ARCH__)
  static_assert(Lanes == 32 && sizeof(T) % sizeof(unsigned) == 0);
  static_cast<void>(member);
  struct Words {
    unsigned w[sizeof(T) / sizeof(unsigned)];
  };
  Words words = Kokkos::bit_cast<Words>(value);
  int const from = static_cast<int>(threadIdx.y) + distance;
  TESSERA_UNROLL
  for (unsigned& word : words.w)
    asm("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
        : "=r"(word)
        : "r"(word), "r"(from)); // not volatile
  return Kokkos::bit_cast<T>(words);
#else
  return shuffle_from<Lanes>(member, value, distance);
#endif
}

/// Whether the answer of any member of the warp is true. A compiler knows that the result is the same for all
/// members.
KOKKOS_FORCEINLINE_FUNCTION bool warp_any(bool answer) {
#if defined(__CUDA_ARCH__)
  return __any_sync(0xffffffffu, answer) != 0;
#else
  return answer;
#endif
}

/// The same where a test may play the warp on a host.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION bool warp_any([[maybe_unused]] Member const& member, bool answer) {
  if constexpr (!TESSERA_DEVICE_CODE && requires { member.warp_ballot(answer); })
    return member.warp_ballot(answer) != 0;
  else
    return warp_any(answer);
}

/// The members of the warp whose answer is true, a bit for each.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION unsigned warp_ballot([[maybe_unused]] Member const& member, bool answer) {
#if defined(__CUDA_ARCH__)
  return __ballot_sync(0xffffffffu, answer);
#else
  // A host has no lanes, unless a test plays them.
  if constexpr (requires { member.warp_ballot(answer); })
    return member.warp_ballot(answer);
  else
    return answer ? 1u : 0u;
#endif
}

/// Number of bits that are set, and number of the lowest of them.
KOKKOS_FORCEINLINE_FUNCTION int bits_set(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return __builtin_popcount(bits);
#endif
}
KOKKOS_FORCEINLINE_FUNCTION int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

/// A barrier of the members of a warp, after which each sees what the others have written to scratch.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION void warp_barrier([[maybe_unused]] Member const& member) {
#if defined(__CUDA_ARCH__)
  __syncwarp();
#else
  // A host has no warps, unless a test plays them.
  if constexpr (requires { member.warp_barrier(); }) member.warp_barrier();
#endif
}

/// A barrier of a team that is a whole block. On a device, Kokkos' own barrier tests whether the team is one,
/// each time.
template <class Member>
KOKKOS_FORCEINLINE_FUNCTION void team_barrier(Member const& member) {
#if defined(__CUDA_ARCH__)
  static_cast<void>(member);
  __syncthreads();
#else
  member.team_barrier();
#endif
}

/// The same for warps of the team that may stand at different places of the code. __syncthreads wants all
/// threads at the same place; the instruction behind it demands this only within each warp (PTX ISA,
/// barrier.cta).
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
