// SPDX-License-Identifier: Apache-2.0
#include "profile.hpp"

#include <Kokkos_Core.hpp>

#include <cstdio>
#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_profiler_api.h>
#endif

namespace tessera::perf {

void profile_row(std::string const& group, Row const& row) {
#ifdef KOKKOS_ENABLE_CUDA
  cudaProfilerStart();
#endif
  row.run(); // fenced
#ifdef KOKKOS_ENABLE_CUDA
  cudaProfilerStop();
#endif
  std::printf("profiled %s %s updates %.17g ideal_bytes %.17g redundancy %.17g\n", group.c_str(),
              row.name.c_str(), row.updates, row.ideal_bytes, row.redundancy);
  std::fflush(stdout);
}

} // namespace tessera::perf
