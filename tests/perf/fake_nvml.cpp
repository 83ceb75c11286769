// SPDX-License-Identifier: Apache-2.0
// A GPU at 00000000:1b:00.0 that draws 5 J between two readings of its counter.
#include <cstdio>
#include <cstring>

extern "C" {

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }

int nvmlDeviceGetHandleByPciBusId_v2(char const* bus_id, void** device) {
  constexpr int not_found = 6;
  static int gpu;
  *device = &gpu;
  return std::strcmp(bus_id, "00000000:1b:00.0") == 0 ? 0 : not_found;
}

int nvmlSystemGetDriverVersion(char* version, unsigned size) {
  std::snprintf(version, size, "580.65.06");
  return 0;
}

int nvmlDeviceGetClockInfo(void*, unsigned type, unsigned* mhz) {
  constexpr int not_supported = 3;
  *mhz = 1755;
  return type == 1 ? 0 : not_supported;
}

int nvmlDeviceGetMaxClockInfo(void*, unsigned, unsigned* mhz) {
  *mhz = 1980;
  return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  static unsigned long long counter = 123456789;
  *millijoules = counter += 5000;
  return 0;
}
}
