// SPDX-License-Identifier: Apache-2.0
// A barrier for all teams of a launch. They have to be on the device at the same time.
#pragma once

#include <tessera/core/device.hpp>

#include <thread>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace tessera::detail {

/// Counts the teams that have arrived. What any member has written before the barrier, every member sees
/// after it.
struct GridBarrier {
  using Count = unsigned long long;
  Count* arrived = nullptr; ///< in the device's memory; it grows from launch to launch
  Count before = 0;         ///< how many teams had arrived before this launch

  /// Waits for all teams. `turn` is the number of the barrier in the launch, from 1.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void wait(Member const& member, int turn) const {
    member.team_barrier();
    if (member.team_rank() == 0) {
      Count const all = before + static_cast<Count>(turn) * static_cast<Count>(member.league_size());
#if defined(__CUDA_ARCH__)
      cuda::atomic_ref<Count, cuda::thread_scope_device> const count(*arrived);
      count.fetch_add(1, cuda::memory_order_release);
      while (count.load(cuda::memory_order_acquire) < all) {
      }
#else
      // Teams wait for each other on a host if a test plays them.
      Kokkos::atomic_inc(arrived);
      while (Kokkos::atomic_load(arrived) < all) {
        KOKKOS_IF_ON_HOST((std::this_thread::yield();))
      }
#endif
    }
    member.team_barrier();
  }
};

} // namespace tessera::detail
