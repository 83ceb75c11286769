// SPDX-License-Identifier: Apache-2.0
// A second instance of an execution space, and the order of work on the two.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/device/check_cuda.hpp>
#include <tessera/core/device/event.hpp>

#include <memory>

namespace tessera::detail {

/// An instance on which work runs beside that of the user's instance. On a CUDA device it has a stream of
/// its own, whose kernels go first where both have some that are ready. Elsewhere it is the user's instance
/// itself: a host's kernels are done when they are launched, and those of other devices run in order. Copies
/// share it.
template <class Exec>
class SideInstance {
public:
  explicit SideInstance(Exec const& main) : main_(main), side_(main) {}

  Exec const& get() const { return side_; }
  /// What the side instance is given next begins when all that the user's has been given is done.
  void follow_main() const {}
  /// The other way about.
  void lead_main() const {}

private:
  Exec main_, side_;
};

#if defined(KOKKOS_ENABLE_CUDA)

template <>
class SideInstance<Kokkos::Cuda> {
public:
  explicit SideInstance(Kokkos::Cuda const& main) : main_(main), shared_(std::make_shared<Shared>()) {}

  Kokkos::Cuda const& get() const { return shared_->instance; }
  void follow_main() const { order(main_, get()); }
  void lead_main() const { order(get(), main_); }

private:
  /// A stream, which outlives the instance that uses it.
  struct Stream {
    Stream() {
      int least = 0, greatest = 0;
      check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), "priorities of streams");
      check_cuda(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest), "a stream");
    }
    Stream(Stream const&) = delete;
    Stream& operator=(Stream const&) = delete;
    ~Stream() { cudaStreamDestroy(stream); }
    cudaStream_t stream = nullptr;
  };
  struct Shared {
    Stream stream;
    DeviceEvent event{cudaEventDisableTiming};
    Kokkos::Cuda instance{stream.stream};
    ~Shared() { instance.fence("tessera: the side instance ends"); }
  };

  void order(Kokkos::Cuda const& first, Kokkos::Cuda const& then) const {
    shared_->event.record(first);
    check_cuda(cudaStreamWaitEvent(then.cuda_stream(), shared_->event.event, 0), "a stream waits");
  }

  Kokkos::Cuda main_;
  std::shared_ptr<Shared> shared_;
};

#endif

} // namespace tessera::detail
