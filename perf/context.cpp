// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include <Kokkos_Core.hpp>

#include <fstream>
#include <sstream>

#include "build_info.hpp"
#include "machine.hpp"

namespace tessera::perf {

namespace {

[[maybe_unused]] std::string cpu_name() { // of backends on the host
  std::ifstream file("/proc/cpuinfo");
  std::map<std::string, std::string> first;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    auto const colon = line.find(':');
    if (colon == std::string::npos || colon + 2 > line.size()) continue;
    first.emplace(line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1), line.substr(colon + 2));
  }
  if (first["model name"].empty()) return "unknown CPU";
  return first["model name"] + " (family " + first["cpu family"] + ", model " + first["model"] + ")";
}

// Kokkos' report, its lines joined
std::string kokkos_configuration() {
  std::stringstream report;
  Kokkos::print_configuration(report, false);
  std::string joined;
  for (std::string line; std::getline(report, line);) {
    auto const begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos) joined += (joined.empty() ? "" : "; ") + line.substr(begin);
  }
  return joined;
}

} // namespace

std::string device_name() {
#ifdef KOKKOS_ENABLE_CUDA
  return Kokkos::Cuda().cuda_device_prop().name;
#else
  return cpu_name();
#endif
}

std::map<std::string, std::string> context() {
  Kokkos::DefaultExecutionSpace const exec;
  std::map<std::string, std::string> all = machine();
  all.merge(std::map<std::string, std::string>{{"device", device_name()},
                                               {"backend", exec.name()},
                                               {"concurrency", std::to_string(exec.concurrency())},
                                               {"compiler", build_compiler},
                                               {"flags", build_flags},
                                               {"kokkos", std::to_string(KOKKOS_VERSION / 10000) + "." +
                                                              std::to_string(KOKKOS_VERSION / 100 % 100) +
                                                              "." + std::to_string(KOKKOS_VERSION % 100)},
                                               {"kokkos_configuration", kokkos_configuration()},
                                               {"commit", build_commit}});
  return all;
}

} // namespace tessera::perf
