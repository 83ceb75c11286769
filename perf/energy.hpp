// SPDX-License-Identifier: Apache-2.0
// What a device draws: the energy counter of a GPU (NVML), or those of the processor packages (RAPL).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "nvml.hpp"

namespace tessera::perf {

struct EnergyMeter {
  std::string description;             // what is counted; "none: ..." and why, if nothing is
  std::function<double()> joules = {}; // since the meter was made; empty where there is none
};

/// The GPU's own counter, of the whole board.
EnergyMeter gpu_meter(Nvml const& nvml);

/// All processor packages of the machine, whoever uses them. Counters that start again from 0 are followed as
/// long as the meter is read once a round, which takes minutes.
/// \param powercap the folder in which the kernel shows the counters
EnergyMeter host_meter(std::filesystem::path const& powercap = "/sys/class/powercap");

/// Runs each row again for about this long, and notes its energy and power. Does nothing without a meter.
void measure_energy(std::vector<Row>& rows, double seconds, EnergyMeter const& meter);

/// The same with the meter of the device on which Kokkos runs.
void measure_energy(std::vector<Row>& rows, double seconds);

} // namespace tessera::perf
