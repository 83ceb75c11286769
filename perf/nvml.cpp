// SPDX-License-Identifier: Apache-2.0
#include "nvml.hpp"

#include <dlfcn.h>

namespace tessera::perf {

/// The functions by the names and types of nvml.h, which is not on every machine that builds this.
struct Nvml::Library {
  using Device = void*;
  enum Clock : unsigned { sm = 1, memory = 2 };

  void* handle = nullptr;
  Device device = nullptr;
  std::string trouble = {}; // empty: the device was found
  int (*shutdown)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*clock)(Device, unsigned, unsigned*) = nullptr;
  int (*max_clock)(Device, unsigned, unsigned*) = nullptr;
  int (*energy)(Device, unsigned long long*) = nullptr;

  Library(std::string const& name, std::string const& bus_id) : handle(dlopen(name.c_str(), RTLD_NOW)) {
    if (!handle) {
      trouble = "no " + name;
      return;
    }
    int (*init)() = nullptr;
    int (*by_bus_id)(char const*, Device*) = nullptr;
    load(init, "nvmlInit_v2");
    load(by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2");
    load(driver_version, "nvmlSystemGetDriverVersion");
    load(clock, "nvmlDeviceGetClockInfo");
    load(max_clock, "nvmlDeviceGetMaxClockInfo");
    load(energy, "nvmlDeviceGetTotalEnergyConsumption");
    if (!init || !by_bus_id) {
      trouble = name + " lacks functions";
    } else if (int const code = init(); code != 0) {
      trouble = "nvmlInit_v2 answers " + std::to_string(code);
    } else {
      load(shutdown, "nvmlShutdown");
      if (int const found = by_bus_id(bus_id.c_str(), &device); found != 0)
        trouble = "NVML knows no GPU at " + bus_id + " (it answers " + std::to_string(found) + ")";
    }
  }

  ~Library() {
    if (shutdown) shutdown();
    if (handle) dlclose(handle);
  }
  Library(Library const&) = delete;
  Library& operator=(Library const&) = delete;

  template <class Function>
  void load(Function*& function, char const* name) {
    function = reinterpret_cast<Function*>(dlsym(handle, name));
  }

  std::string clock_text(char const* what, Clock which) const {
    unsigned now = 0, most = 0;
    if (!clock || clock(device, which, &now) != 0) return std::string(what) + " not readable";
    std::string const text = std::string(what) + " " + std::to_string(now);
    if (!max_clock || max_clock(device, which, &most) != 0) return text + " MHz";
    return text + " of " + std::to_string(most) + " MHz";
  }
};

Nvml::Nvml(std::string const& bus_id, std::string const& library)
    : library_(std::make_shared<Library>(library, bus_id)) {}

std::string Nvml::driver() const {
  char version[96] = "";
  if (library_->driver_version && library_->driver_version(version, sizeof version) == 0) return version;
  return "unknown: " + trouble();
}

std::string Nvml::clocks() const {
  if (!library_->trouble.empty()) return "not readable: " + library_->trouble;
  return library_->clock_text("SM", Library::sm) + ", " + library_->clock_text("memory", Library::memory);
}

std::optional<double> Nvml::joules() const {
  unsigned long long millijoules = 0;
  if (!library_->trouble.empty() || !library_->energy) return {};
  if (library_->energy(library_->device, &millijoules) != 0) return {};
  return static_cast<double>(millijoules) * 1e-3;
}

std::string Nvml::trouble() const {
  return library_->trouble.empty() ? "NVML gives no energy of this GPU" : library_->trouble;
}

} // namespace tessera::perf
