// SPDX-License-Identifier: Apache-2.0
// Flags by which GPUs tell each other that something is there: numbers that grow, in memory that both access.
#pragma once

#include <tessera/core/device.hpp>

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

#if defined(__CUDACC__)

template <int threads>
__global__ void raise_flags_kernel(Flags flags, Flag number) {
  if (static_cast<int>(threadIdx.x) < flags.count)
    cuda::atomic_ref<Flag, cuda::thread_scope_system>(*flags.of[threadIdx.x])
        .store(number, cuda::memory_order_release);
}
template <int threads>
__global__ void await_flags_kernel(Flags flags, Flag number) {
  if (static_cast<int>(threadIdx.x) < flags.count) {
    cuda::atomic_ref<Flag, cuda::thread_scope_system> const flag(*flags.of[threadIdx.x]);
    while (flag.load(cuda::memory_order_acquire) < number) __nanosleep(100);
  }
}

/// Sets all flags to this number, in the order of the stream. Whoever sees the number sees as well what
/// kernels of the stream have written before.
inline void raise_flags(Flags const& flags, Flag number, cudaStream_t stream) {
  if (flags.count > 0) raise_flags_kernel<32><<<1, 32, 0, stream>>>(flags, number);
}
/// Lets the stream wait until all flags have reached this number.
inline void await_flags(Flags const& flags, Flag number, cudaStream_t stream) {
  if (flags.count > 0) await_flags_kernel<32><<<1, 32, 0, stream>>>(flags, number);
}

#endif

} // namespace tessera::detail
