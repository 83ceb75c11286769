// SPDX-License-Identifier: Apache-2.0
// The name of the processor that runs the kernels.
#pragma once

#include <tessera/core/device.hpp>

#include <fstream>
#include <string>

namespace tessera::detail {

/// The name of the host's processor, as Linux gives it.
inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (auto const colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown processor";
}

template <class Exec>
std::string device_name([[maybe_unused]] Exec const& exec) {
  if constexpr (runs_on_host<Exec>) {
    return processor_name();
  } else {
#if defined(KOKKOS_ENABLE_CUDA)
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) return exec.cuda_device_prop().name;
#endif
#if defined(KOKKOS_ENABLE_HIP)
    if constexpr (std::is_same_v<Exec, Kokkos::HIP>) return Kokkos::HIP::hip_device_prop().name;
#endif
    return std::string(Exec::name()) + " device";
  }
}

} // namespace tessera::detail
