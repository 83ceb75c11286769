// SPDX-License-Identifier: Apache-2.0
// What the environment says of threads and devices, looked at before Kokkos does: where it finds something
// wrong there it aborts with a backtrace.
#pragma once

#include <optional>

namespace tessera::app {

/// Kokkos' variables.
/// \param devices how many there are, where kernels run on one; 0: they run on the host
/// \throws InvalidInput naming the variable
void check_kokkos_environment(int devices);

/// KOKKOS_NUM_THREADS, if it is set. It has been checked.
std::optional<int> threads_of_environment();

/// Cores that this process may use: by its affinity as it was at the start (OpenMP binds the first thread to
/// a place of its own), and by the quotas of its control groups, rounded up.
int usable_cores(int by_affinity);

} // namespace tessera::app
