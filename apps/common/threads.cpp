// SPDX-License-Identifier: Apache-2.0
#include "threads.hpp"

#include <tessera/core/cores.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

namespace tessera::app {

namespace {

[[maybe_unused]] bool environment_says() {
  for (char const* name : {"OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"})
    if (std::getenv(name)) return true;
  return false;
}

} // namespace

std::optional<int> threads_for(std::optional<int> asked, [[maybe_unused]] std::int64_t nodes) {
#ifdef KOKKOS_ENABLE_OPENMP
  using Exec = Kokkos::DefaultExecutionSpace;
  if (std::is_same_v<Exec, Kokkos::OpenMP> && !asked && !environment_says()) {
    auto const offered = omp_get_max_threads();
    auto const taken = detail::cores_for(nodes, offered);
    if (taken < offered) return static_cast<int>(taken);
  }
#endif
  return asked;
}

} // namespace tessera::app
