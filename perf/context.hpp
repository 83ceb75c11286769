// SPDX-License-Identifier: Apache-2.0
// What the numbers depend on besides the code.
#pragma once

#include <map>
#include <string>

namespace tessera::perf {

/// Name of the machine's CPU or GPU.
std::string device_name();

/// Device, driver, clocks, threads, energy meter, compiler, flags, Kokkos and its configuration, commit.
std::map<std::string, std::string> context();

} // namespace tessera::perf
