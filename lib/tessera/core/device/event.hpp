// SPDX-License-Identifier: Apache-2.0
// A point in a CUDA stream.
#pragma once

#include <tessera/core/device/check_cuda.hpp>

namespace tessera::detail {

#if defined(KOKKOS_ENABLE_CUDA)

/// Owns an event of the current device.
struct DeviceEvent {
  /// \param flags CUDA's, such as cudaEventDisableTiming
  explicit DeviceEvent(unsigned flags) { check_cuda(cudaEventCreateWithFlags(&event, flags), "an event"); }
  DeviceEvent(DeviceEvent const&) = delete;
  DeviceEvent& operator=(DeviceEvent const&) = delete;
  ~DeviceEvent() { cudaEventDestroy(event); }
  void record(Kokkos::Cuda const& exec) const {
    check_cuda(cudaEventRecord(event, exec.cuda_stream()), "an event is recorded");
  }

  cudaEvent_t event = nullptr;
};

#endif

} // namespace tessera::detail
