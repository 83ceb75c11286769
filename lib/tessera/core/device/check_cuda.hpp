// SPDX-License-Identifier: Apache-2.0
// What happens where a call of CUDA fails.
#pragma once

#include <tessera/core/error.hpp>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

#if defined(KOKKOS_ENABLE_CUDA)

/// \throws RunFailure with CUDA's words unless the call succeeded; `what` names what it was for
inline void check_cuda(cudaError_t error, char const* what) {
  if (error != cudaSuccess) throw RunFailure(text("CUDA: ", what, ": ", cudaGetErrorString(error)));
}

#endif

} // namespace tessera::detail
