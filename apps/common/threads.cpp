// SPDX-License-Identifier: Apache-2.0
#include "threads.hpp"

#include <tessera/core/cores.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdlib>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "host_environment.hpp"
#include "launcher.hpp"

namespace tessera::app {

std::optional<int> threads_for(std::optional<int> asked, [[maybe_unused]] std::int64_t nodes) {
  if (asked) return asked;
  if (auto const said = threads_of_environment()) return said;
#ifdef KOKKOS_ENABLE_OPENMP
  using Exec = Kokkos::DefaultExecutionSpace;
  if (std::is_same_v<Exec, Kokkos::OpenMP> && !std::getenv("OMP_NUM_THREADS")) {
    // Ranks of one machine share its cores. One that is bound to fewer has been given its share.
    auto const share = omp_get_num_procs() / ranks_of_this_machine();
    auto const offered = std::min(omp_get_max_threads(), std::max(share, 1));
    auto const taken = detail::cores_for(nodes, offered);
    if (taken < omp_get_max_threads()) return static_cast<int>(taken);
  }
#endif
  return {};
}

} // namespace tessera::app
