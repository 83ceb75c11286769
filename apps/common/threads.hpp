// SPDX-License-Identifier: Apache-2.0
// On how many threads a run starts.
#pragma once

#include <cstdint>
#include <optional>

namespace tessera::app {

/// The threads that the user asks for. Where neither --threads nor OMP_NUM_THREADS nor KOKKOS_NUM_THREADS
/// says anything, a small grid takes fewer than there are cores: every launch waits for all threads, and
/// where a core has other work that is thousands of times as long as the launch takes. Nothing where the
/// choice is Kokkos', which takes all cores.
std::optional<int> threads_for(std::optional<int> asked, std::int64_t nodes);

/// The cores that the system lets this process use.
int cores_by_affinity();

} // namespace tessera::app
