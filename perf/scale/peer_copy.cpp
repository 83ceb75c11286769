// SPDX-License-Identifier: Apache-2.0
#include "peer_copy.hpp"

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstring>
#include <vector>

namespace tessera::perf {

namespace {

template <class Copy>
double seconds_each(int count, Copy const& copies) {
  copies(2);
  auto const begin = std::chrono::steady_clock::now();
  copies(count);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / count;
}

} // namespace

#if defined(KOKKOS_ENABLE_CUDA)

double seconds_of_copy(std::size_t bytes, int other_device) {
  int own = 0, can = 0;
  if (cudaGetDevice(&own) != cudaSuccess || own == other_device ||
      cudaDeviceCanAccessPeer(&can, own, other_device) != cudaSuccess || can == 0)
    return 0;
  void *from = nullptr, *to = nullptr;
  cudaStream_t stream = nullptr;
  bool good = cudaMalloc(&from, bytes) == cudaSuccess && cudaStreamCreate(&stream) == cudaSuccess;
  static_cast<void>(cudaDeviceEnablePeerAccess(other_device, 0)); // it may be enabled already
  static_cast<void>(cudaGetLastError());
  good = good && cudaSetDevice(other_device) == cudaSuccess && cudaMalloc(&to, bytes) == cudaSuccess;
  good = cudaSetDevice(own) == cudaSuccess && good;
  double seconds = 0;
  if (good)
    seconds = seconds_each(100, [&](int count) {
      for (int i = 0; i < count; ++i) cudaMemcpyPeerAsync(to, other_device, from, own, bytes, stream);
      cudaStreamSynchronize(stream);
    });
  cudaFree(from);
  cudaFree(to);
  cudaStreamDestroy(stream);
  return seconds;
}

#else

double seconds_of_copy(std::size_t bytes, int) {
  std::vector<char> from(bytes, 1), to(bytes, 2);
  return seconds_each(20, [&](int count) {
    for (int i = 0; i < count; ++i) std::memcpy(to.data(), from.data(), bytes);
  });
}

#endif

} // namespace tessera::perf
