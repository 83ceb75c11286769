// SPDX-License-Identifier: Apache-2.0
// The team of a launch that is done last: it joins what all teams have made.
#pragma once

#include <Kokkos_Core.hpp>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace tessera::detail {

/// Whether all other of so many teams have been here before. One member of each team calls it, after a
/// barrier of the team: what the teams had written by then, the last one reads after its next barrier.
/// `arrived` is 0 before a launch and after it.
KOKKOS_FORCEINLINE_FUNCTION bool arrives_last(unsigned* arrived, unsigned teams) {
#if defined(__CUDA_ARCH__)
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> const count(*arrived);
  bool const last = teams == 1 || count.fetch_add(1, cuda::memory_order_acq_rel) == teams - 1;
  if (last) count.store(0, cuda::memory_order_relaxed);
#else
  Kokkos::memory_fence();
  bool const last = teams == 1 || Kokkos::atomic_fetch_add(arrived, 1u) == teams - 1;
  Kokkos::memory_fence();
  if (last) Kokkos::atomic_store(arrived, 0u);
#endif
  return last;
}

} // namespace tessera::detail
