// SPDX-License-Identifier: Apache-2.0
// The time that work takes on a CUDA device, measured by the device itself while the host goes on.
#pragma once

#include <tessera/core/device/check_cuda.hpp>

#include <optional>

namespace tessera::detail {

/// Takes the time between two points of an instance's stream. Other devices than CUDA's have none.
template <class Exec>
class DeviceStopwatch;

#if defined(KOKKOS_ENABLE_CUDA)

template <>
class DeviceStopwatch<Kokkos::Cuda> {
public:
  DeviceStopwatch() = default;
  DeviceStopwatch(DeviceStopwatch const&) = delete;
  DeviceStopwatch& operator=(DeviceStopwatch const&) = delete;
  ~DeviceStopwatch() {
    if (begin_ != nullptr) cudaEventDestroy(begin_);
    if (end_ != nullptr) cudaEventDestroy(end_);
  }

  /// Whether work of the instance can be timed. It can't while its stream is captured for a graph.
  static bool runs(Kokkos::Cuda const& exec) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check_cuda(cudaStreamIsCapturing(exec.cuda_stream(), &status), "whether a stream is captured");
    return status == cudaStreamCaptureStatusNone;
  }

  void start(Kokkos::Cuda const& exec) { record(exec, begin_); }
  void stop(Kokkos::Cuda const& exec) { record(exec, end_); }

  /// Seconds between start() and stop() on the device; nothing as long as it has not come to stop().
  std::optional<double> seconds() const {
    if (end_ == nullptr || cudaEventQuery(end_) != cudaSuccess) return {};
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, begin_, end_), "the time between two events");
    return 1e-3 * static_cast<double>(milliseconds);
  }

private:
  static void record(Kokkos::Cuda const& exec, cudaEvent_t& event) {
    if (event == nullptr) {
      check_cuda(cudaSetDevice(exec.cuda_device()),
                 "the device of an instance"); // as a launch of Kokkos does
      check_cuda(cudaEventCreate(&event), "an event");
    }
    check_cuda(cudaEventRecord(event, exec.cuda_stream()), "an event is recorded");
  }

  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

#endif

} // namespace tessera::detail
