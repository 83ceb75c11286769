// SPDX-License-Identifier: Apache-2.0
// What the machine says of the device on which Kokkos runs.
#pragma once

#include <map>
#include <string>

#include "energy.hpp"

namespace tessera::perf {

/// Its energy meter.
EnergyMeter device_meter();

/// "driver", "clocks", "multiprocessors" (of a GPU; threads on a host) and "energy", each in words where it
/// can't be read.
std::map<std::string, std::string> machine();

} // namespace tessera::perf
