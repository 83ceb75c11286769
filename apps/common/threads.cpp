// SPDX-License-Identifier: Apache-2.0
#include "threads.hpp"

#include <tessera/core/cores.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdlib>
#include <sched.h>
#include <thread>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "host_environment.hpp"
#include "launcher.hpp"

namespace tessera::app {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// Ranks of one machine share its cores. One that is bound to fewer has been given its share.
[[maybe_unused]] int share_of_cores() { return std::max(1, cores_by_affinity() / ranks_of_this_machine()); }

} // namespace

int cores_by_affinity() {
#if defined(KOKKOS_ENABLE_OPENMP)
  return omp_get_num_procs(); // which may have bound this thread to one of them
#elif defined(__linux__)
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
#else
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
#endif
}

std::optional<int> threads_for(std::optional<int> asked, [[maybe_unused]] std::int64_t nodes) {
  if (asked) return asked;
  if (auto const said = threads_of_environment()) return said;
#if defined(KOKKOS_ENABLE_OPENMP)
  if (std::is_same_v<Exec, Kokkos::OpenMP> && !std::getenv("OMP_NUM_THREADS")) {
    auto const taken = detail::cores_for(nodes, std::min(omp_get_max_threads(), share_of_cores()));
    if (taken < omp_get_max_threads()) return static_cast<int>(taken);
  }
#elif defined(KOKKOS_ENABLE_THREADS)
  // Kokkos would take one where it was built without hwloc.
  if (std::is_same_v<Exec, Kokkos::Threads>)
    return static_cast<int>(detail::cores_for(nodes, share_of_cores()));
#endif
  return {};
}

} // namespace tessera::app
