// SPDX-License-Identifier: Apache-2.0
// How a thread of the host waits for another one, which may not have a core of its own at the moment.
//
// It looks for about as long as it would take to be woken, and then sleeps until the other thread wakes it.
// It does not call the system's yield in between: if the core has other work, that work would run for
// milliseconds before the thread may look again.
#pragma once

#include <tessera/core/index.hpp>

#include <atomic>
#include <chrono>

#ifdef __linux__
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <thread>
#endif

namespace tessera::detail {

/// A counter that one thread counts up and others wait for, in a cache line of its own. Its members start as
/// zeros.
struct alignas(64) Tally {
  Index count;
  int asleep; // whether some thread may be asleep
};

/// Sleeps while `asleep` is 1, or not at all.
inline void sleep_on(int& asleep) {
#ifdef __linux__
  syscall(SYS_futex, &asleep, FUTEX_WAIT_PRIVATE, 1, nullptr, nullptr, 0);
#else
  (void)asleep;
  std::this_thread::yield();
#endif
}

inline void wake_all(int& asleep) {
#ifdef __linux__
  syscall(SYS_futex, &asleep, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
#else
  (void)asleep;
#endif
}

/// Counts up and wakes threads that sleep. A thread that waits for this count sees whatever was written
/// before. Either this store comes first or a sleeper's mark: in the latter case the mark is seen here, in
/// the former the sleeper sees the count.
inline void count_up_to(Tally& tally, Index count) {
  std::atomic_ref<Index>(tally.count).store(count, std::memory_order_seq_cst);
  std::atomic_ref<int> const asleep(tally.asleep);
  if (asleep.load(std::memory_order_seq_cst) == 0) return;
  asleep.store(0, std::memory_order_seq_cst);
  wake_all(tally.asleep);
}

/// The slow path of wait_for(): it looks for a while and then sleeps.
[[gnu::cold, gnu::noinline]] inline void sleep_until(Tally& tally, Index count) {
  using Clock = std::chrono::steady_clock;
  std::atomic_ref<Index> const seen(tally.count);
  std::atomic_ref<int> const asleep(tally.asleep);
  for (auto const start = Clock::now(); Clock::now() - start < std::chrono::microseconds(30);)
    if (seen.load(std::memory_order_acquire) >= count) return;
  while (seen.load(std::memory_order_acquire) < count) {
    asleep.store(1, std::memory_order_seq_cst);
    if (seen.load(std::memory_order_seq_cst) < count) sleep_on(tally.asleep);
  }
}

/// Waits until the counter has reached `count`.
inline void wait_for(Tally& tally, Index count) {
  std::atomic_ref<Index> const seen(tally.count);
  for (int looks = 0; looks < 1000; ++looks)
    if (seen.load(std::memory_order_acquire) >= count) return;
  sleep_until(tally, count);
}

} // namespace tessera::detail
