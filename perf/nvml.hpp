// SPDX-License-Identifier: Apache-2.0
// NVIDIA's management library, loaded while running: neither building nor running depends on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace tessera::perf {

/// One GPU as the driver sees it. Copies share the library.
class Nvml {
public:
  /// \param bus_id the GPU's place, "00000000:1B:00.0"
  /// \param library its name for the dynamic loader
  explicit Nvml(std::string const& bus_id, std::string const& library = "libnvidia-ml.so.1");

  /// The driver's version; "unknown: ..." and why, without a library.
  std::string driver() const;

  /// "SM 1980 of 1980 MHz, memory 2619 of 2619 MHz", as far as the driver tells.
  std::string clocks() const;

  /// Since the driver was loaded; nothing if the GPU does not count.
  std::optional<double> joules() const;

  /// Why there is no energy to be had.
  std::string trouble() const;

private:
  struct Library;
  std::shared_ptr<Library> library_;
};

} // namespace tessera::perf
