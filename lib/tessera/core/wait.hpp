// SPDX-License-Identifier: Apache-2.0
// How a thread of the host waits for what another one does.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace tessera::detail {

/// The long waits, whose thread gives its core away: the other one may have none. At first others may run between two looks; a
/// thread that does only this still counts as busy, and gets its core back late when the other has gone on. So it sleeps from
/// then on, each time for an eighth of what it has waited so far: it comes at most that much late.
template <class Ready>
[[gnu::cold, gnu::noinline]] void give_way_until(Ready const& ready) {
  using Clock = std::chrono::steady_clock;
  constexpr Clock::duration others_may_run = std::chrono::microseconds(50),
                            longest_sleep = std::chrono::milliseconds(1);
  auto const start = Clock::now();
  while (!ready()) {
    auto const waited = Clock::now() - start;
    if (waited < others_may_run)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::min(waited / 8, longest_sleep));
  }
}

/// Waits until ready() is true. It looks a thousand times in a row, for about as long as a letter takes between two cores that
/// both work, and then gives way.
template <class Ready>
void wait_until(Ready const& ready) {
  for (int looks = 0; looks < 1000; ++looks)
    if (ready()) return;
  give_way_until(ready);
}

} // namespace tessera::detail
