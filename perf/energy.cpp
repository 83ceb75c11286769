// SPDX-License-Identifier: Apache-2.0
#include "energy.hpp"

#include "machine.hpp"

namespace tessera::perf {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Reading {
  double joules;
  std::chrono::steady_clock::time_point at;
};

/// Counters move in steps of up to a tenth of a second. Runs the row until the counter moves, so that a
/// reading belongs to its time; gives up after a while.
Reading next_reading(EnergyMeter const& meter, Row const& row, int& runs) {
  constexpr double longest = 0.5;
  double const before = meter.joules();
  auto const begin = std::chrono::steady_clock::now();
  Reading now = {before, begin};
  while (now.joules == before && seconds_since(begin) < longest) {
    row.run();
    ++runs;
    now = {meter.joules(), std::chrono::steady_clock::now()};
  }
  return now;
}

void measure_energy(Row& row, double seconds, EnergyMeter const& meter) {
  int runs = 0;
  Reading const begin = next_reading(meter, row, runs);
  for (runs = 0; seconds_since(begin.at) < seconds; ++runs) row.run();
  Reading const end = next_reading(meter, row, runs);
  row.joules = (end.joules - begin.joules) / runs;
  row.watts = (end.joules - begin.joules) / std::chrono::duration<double>(end.at - begin.at).count();
}

} // namespace

EnergyMeter gpu_meter(Nvml const& nvml) {
  auto const first = nvml.joules();
  if (!first) return {"none: " + nvml.trouble()};
  return {"NVML: the GPU's counter, of the whole board",
          [nvml, first, last = *first]() mutable { return (last = nvml.joules().value_or(last)) - *first; }};
}

void measure_energy(std::vector<Row>& rows, double seconds, EnergyMeter const& meter) {
  if (!meter.joules || seconds <= 0) return;
  for (Row& row : rows) measure_energy(row, seconds, meter);
}

void measure_energy(std::vector<Row>& rows, double seconds) { measure_energy(rows, seconds, device_meter()); }

} // namespace tessera::perf
