// SPDX-License-Identifier: Apache-2.0
// Whether other processes may run kernels on the device at the same moment.
#pragma once

#include <Kokkos_Macros.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cstdlib>
#include <string>
#include <unistd.h>
#endif

namespace tessera::detail {

/// Whether a server of CUDA's Multi-Process Service (MPS) is there for this process. Without one, processes
/// take turns on a device.
inline bool may_share_device() {
#if defined(KOKKOS_ENABLE_CUDA)
  static bool const shared = [] {
    char const* const folder = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
    return access((std::string(folder != nullptr ? folder : "/tmp/nvidia-mps") + "/control").c_str(), F_OK) ==
           0;
  }();
  return shared;
#else
  return false;
#endif
}

} // namespace tessera::detail
