// SPDX-License-Identifier: Apache-2.0
// Flags by which GPUs tell each other that something is there: numbers that grow, in memory that both access;
// and kernels that move values to another GPU's memory, or from where another one has put them.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/device/last_team.hpp>

#include <algorithm>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace tessera::detail {

using Flag = unsigned long long;

/// As many flags as a block of a grid has neighbours, at most.
struct Flags {
  static constexpr int most = 26;
  Flag* of[most];
  int count;
};

/// The flags of one exchange.
struct ExchangeFlags {
  Flags raised{}, awaited{}; ///< of the peers, and those that the peers raise
  Flag number = 0;           ///< of the exchange, to which they are set
  unsigned* teams = nullptr; ///< how many teams of the kernel have sent their values; 0 between kernels
  /// In memory of the host, if it is to know what is awaited: the number of the exchange whose flags are
  /// awaited, then for each flag the number that was seen last.
  Flag* seen = nullptr;
};

/// A kernel that moves nothing.
struct NoMoves {
  struct Kernel {
    KOKKOS_FUNCTION void operator()(Index) const {}
  };
  Kernel kernel{};
  Index count = 0;
};

/// Makes the moves `sends`, raises the flags of the peers, awaits its own and makes the moves `receives`: one
/// kernel, in the order of exec. Whoever sees a flag sees what the kernel has sent, and what kernels of
/// exec have written before. Moves have a kernel, which is called with each i < count, and a count.
template <class Exec, class Sends, class Receives>
void send_and_receive(Exec const& exec, Sends const& sends, Receives const& receives,
                      ExchangeFlags const& flags);

#if defined(__CUDACC__)

/// The threads of a team of such a kernel, and the most teams of it on a multiprocessor.
inline constexpr int flagged_team = 256, flagged_teams = 4;

__device__ inline void await_flag(Flag* at, Flag number) {
  cuda::atomic_ref<Flag, cuda::thread_scope_system> const flag(*at);
  while (flag.load(cuda::memory_order_acquire) < number) __nanosleep(20);
}

/// Tells the host, which does not answer: a write that nothing waits for.
__device__ inline void tell_host(Flag* at, Flag number) {
  cuda::atomic_ref<Flag, cuda::thread_scope_system>(*at).store(number, cuda::memory_order_relaxed);
}

/// Awaits the flag of this thread, if there is one; `seen` is that of ExchangeFlags.
__device__ inline void await_own_flag(Flags const& flags, Flag number, Flag* seen) {
  int const thread = static_cast<int>(threadIdx.x);
  if (seen != nullptr && thread == 0) tell_host(seen, number);
  if (thread >= flags.count) return;
  await_flag(flags.of[thread], number);
  if (seen != nullptr) tell_host(seen + 1 + thread, number);
}

/// Sends, raises flags once all teams have sent, awaits flags, and receives. Each team waits, so all of them
/// have to be on the device at once if flags are awaited.
template <class Sends, class Receives>
__global__ void __launch_bounds__(flagged_team, flagged_teams)
    flagged_kernel(Sends sends, Receives receives, ExchangeFlags flags) {
  int const thread = static_cast<int>(threadIdx.x);
  Index const first = Index{blockIdx.x} * blockDim.x + threadIdx.x, stride = Index{gridDim.x} * blockDim.x;
  for (Index i = first; i < sends.count; i += stride) sends.kernel(i);
  if (flags.raised.count > 0) {
    __shared__ bool last;
    __syncthreads();
    if (thread == 0) last = arrives_last(flags.teams, gridDim.x);
    __syncthreads();
    // The last team has seen what all others have sent, so its flags say so to other devices.
    if (last && thread < flags.raised.count)
      cuda::atomic_ref<Flag, cuda::thread_scope_system>(*flags.raised.of[thread])
          .store(flags.number, cuda::memory_order_release);
  }
  if (flags.awaited.count > 0) {
    await_own_flag(flags.awaited, flags.number, blockIdx.x == 0 ? flags.seen : nullptr);
    __syncthreads();
  }
  for (Index i = first; i < receives.count; i += stride) receives.kernel(i);
}

template <int threads>
__global__ void await_flags_kernel(Flags flags, Flag number, Flag* seen) {
  await_own_flag(flags, number, seen);
}

template <class Exec, class Sends, class Receives>
void send_and_receive(Exec const& exec, Sends const& sends, Receives const& receives,
                      ExchangeFlags const& flags) {
  Index const most = Index{exec.cuda_device_prop().multiProcessorCount} * flagged_teams;
  Index const teams = divide_up(std::max<Index>({sends.count, receives.count, 1}), flagged_team);
  auto const launched = static_cast<unsigned>(std::min(teams, most));
  flagged_kernel<<<launched, flagged_team, 0, exec.cuda_stream()>>>(sends, receives, flags);
}

/// Lets the stream wait until all flags have reached this number.
inline void await_flags(Flags const& flags, Flag number, Flag* seen, cudaStream_t stream) {
  if (flags.count > 0) await_flags_kernel<32><<<1, 32, 0, stream>>>(flags, number, seen);
}

#endif

} // namespace tessera::detail
