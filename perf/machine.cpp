// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sys/utsname.h>

namespace tessera::perf {

namespace {

#ifdef KOKKOS_ENABLE_CUDA
Nvml const& gpu() {
  static Nvml const nvml = [] {
    auto const card = Kokkos::Cuda().cuda_device_prop();
    char place[24];
    std::snprintf(place, sizeof place, "%08x:%02x:%02x.0", card.pciDomainID, card.pciBusID, card.pciDeviceID);
    return Nvml(place);
  }();
  return nvml;
}
#else
std::string first_line(std::string const& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// What the kernel shows now, and how it chooses.
std::string host_clocks() {
  std::ifstream file("/proc/cpuinfo");
  double least = 1e9, most = 0;
  for (std::string line; std::getline(file, line);)
    if (auto const colon = line.find(':'); line.starts_with("cpu MHz") && colon != std::string::npos) {
      double const mhz = std::strtod(line.c_str() + colon + 1, nullptr);
      least = std::min(least, mhz);
      most = std::max(most, mhz);
    }
  std::string const shown = most > 0 ? std::to_string(static_cast<int>(least)) + " to " +
                                           std::to_string(static_cast<int>(most)) + " MHz"
                                     : "not readable";
  auto const governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  return shown + ", governor " + (governor.empty() ? "not readable" : governor);
}

std::string kernel() {
  utsname name;
  return uname(&name) == 0 ? std::string(name.sysname) + " " + name.release : "unknown";
}
#endif

} // namespace

EnergyMeter device_meter() {
#ifdef KOKKOS_ENABLE_CUDA
  return gpu_meter(gpu());
#else
  return host_meter();
#endif
}

std::map<std::string, std::string> machine() {
#ifdef KOKKOS_ENABLE_CUDA
  return {{"driver", gpu().driver()},
          {"clocks", gpu().clocks()},
          {"multiprocessors", std::to_string(Kokkos::Cuda().cuda_device_prop().multiProcessorCount)},
          {"energy", device_meter().description}};
#else
  return {{"driver", kernel()},
          {"clocks", host_clocks()},
          {"multiprocessors", std::to_string(Kokkos::DefaultExecutionSpace().concurrency())},
          {"energy", device_meter().description}};
#endif
}

} // namespace tessera::perf
