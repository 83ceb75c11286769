// SPDX-License-Identifier: Apache-2.0
// The time that work takes on a CUDA device, measured by the device itself while the host goes on.
#pragma once

#include <tessera/core/device/event.hpp>

#include <optional>

namespace tessera::detail {

/// Takes the time between two points of an instance's stream. Other devices than CUDA's have none.
template <class Exec>
class DeviceStopwatch;

#if defined(KOKKOS_ENABLE_CUDA)

template <>
class DeviceStopwatch<Kokkos::Cuda> {
public:
  /// The device comes to start() before the host has launched what follows, unless it has other work to do.
  static constexpr bool counts_launch = true;

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
    if (!end_ || cudaEventQuery(end_->event) != cudaSuccess) return {};
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, begin_->event, end_->event),
               "the time between two events");
    return 1e-3 * static_cast<double>(milliseconds);
  }

private:
  static void record(Kokkos::Cuda const& exec, std::optional<DeviceEvent>& event) {
    if (!event) {
      // As a launch of Kokkos does.
      check_cuda(cudaSetDevice(exec.cuda_device()), "the device of an instance");
      event.emplace(cudaEventDefault);
    }
    event->record(exec);
  }

  std::optional<DeviceEvent> begin_, end_;
};

#endif

} // namespace tessera::detail
