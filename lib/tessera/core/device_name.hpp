// SPDX-License-Identifier: Apache-2.0
// What the processor that runs the kernels is called.
#pragma once

#include <tessera/core/device.hpp>

#include <fstream>
#include <string>

namespace tessera::detail {

/// The host's, as Linux calls it.
inline std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (auto const colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown processor";
}

template <class Exec>
std::string device_name([[maybe_unused]] Exec const& exec) {
  if constexpr (on_host<Exec>) {
    return processor_name();
  } else {
#if defined(KOKKOS_ENABLE_CUDA)
    if constexpr (on_cuda<Exec>) return exec.cuda_device_prop().name;
#endif
    return "device";
  }
}

} // namespace tessera::detail
