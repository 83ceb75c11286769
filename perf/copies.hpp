// SPDX-License-Identifier: Apache-2.0
// The copies that a benchmark measures as its limit.
#pragma once

#include <tessera/core/device.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <vector>

#include "limit.hpp"
#include "measure.hpp"

namespace tessera::perf {

struct Copy {
  std::string name;
  std::function<void()> run;
};

template <class Exec>
std::vector<std::string> copy_names() {
  if (detail::on_host<Exec> && HostCopy::has_streaming) return {"copy", "copy_non_temporal"};
  return {"copy"};
}

/// The fastest of several forms of one copy.
inline std::function<void()> fastest(std::vector<std::function<void()>> const& forms) {
  return *std::min_element(forms.begin(), forms.end(), [](auto const& a, auto const& b) {
    seconds_of(a);
    std::vector<double> of_a, of_b;
    for (int i = 0; i < 7; ++i) {
      of_a.push_back(seconds_of(a));
      of_b.push_back(seconds_of(b));
    }
    return median(of_a) < median(of_b);
  });
}

/// Copies the array `count` times and waits; those of several forms by the fastest here.
template <class Exec>
std::vector<Copy> copies(Exec const& exec, void* to, void const* from, std::int64_t bytes, int count) {
  auto const repeated = [=](auto copy) {
    return [=] {
      for (int i = 0; i < count; ++i) copy(to, from, bytes);
      exec.fence();
    };
  };
  if constexpr (detail::on_host<Exec>) {
    std::vector<Copy> all;
    all.push_back({"copy", repeated(HostCopy::plain)});
    if (HostCopy::has_streaming)
      all.push_back({"copy_non_temporal",
                     fastest({repeated(HostCopy::streaming<1>), repeated(HostCopy::streaming<4>)})});
    return all;
  } else {
    return {{"copy", fastest({repeated([=](auto... a) { DeviceCopy<1>::run(exec, a...); }),
                              repeated([=](auto... a) { DeviceCopy<2>::run(exec, a...); }),
                              repeated([=](auto... a) { DeviceCopy<4>::run(exec, a...); })})}};
  }
}

/// Bytes of an array that stays in a cache together with its copy: half of each core's L2 on a host, half of
/// the L2 on a device.
template <class Exec>
std::int64_t bytes_in_cache([[maybe_unused]] Exec const& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) return exec.cuda_device_prop().l2CacheSize / 4;
#endif
  auto const l2 = static_cast<std::int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE));
  return (l2 > 0 ? l2 : std::int64_t{1} << 19) / 4 * exec.concurrency();
}

/// Moves as many bytes as `count` copies of the array do, within a part of it that fits a cache.
template <class Exec>
Copy copy_in_cache(Exec const& exec, void* to, void const* from, std::int64_t bytes, int count) {
  auto const part = std::min(bytes, bytes_in_cache(exec));
  auto const turns =
      std::max(1, static_cast<int>(static_cast<double>(bytes) * count / static_cast<double>(part) + 0.5));
  if constexpr (detail::on_host<Exec>)
    return {"copy_in_cache", [=] { HostCopy::resident(to, from, part, turns); }};
  else
    return {"copy_in_cache", copies(exec, to, from, part, turns).front().run};
}

} // namespace tessera::perf
