// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <memory>
#include <optional>

#include "energy.hpp"

namespace tessera::perf {

namespace {

std::optional<double> number_in(std::filesystem::path const& file) {
  std::ifstream stream(file);
  if (double value = 0; stream >> value) return value;
  return {};
}

/// A counter in microjoules that starts again from 0 after `range`.
struct Package {
  std::filesystem::path file;
  double range, last, total = 0;

  void read() {
    double const now = number_in(file).value_or(last);
    total += now >= last ? now - last : now + range - last;
    last = now;
  }
};

/// intel-rapl:0, not its parts intel-rapl:0:1; AMD's packages have the same name.
bool is_package(std::string const& name) {
  std::string const prefix = "intel-rapl:";
  return name.starts_with(prefix) && name.size() > prefix.size() &&
         name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

} // namespace

EnergyMeter host_meter(std::filesystem::path const& powercap) {
  auto const packages = std::make_shared<std::vector<Package>>();
  std::error_code none;
  for (auto const& entry : std::filesystem::directory_iterator(powercap, none)) {
    if (!is_package(entry.path().filename())) continue;
    auto const file = entry.path() / "energy_uj";
    auto const now = number_in(file), range = number_in(entry.path() / "max_energy_range_uj");
    if (!now || !range) return {"none: " + file.string() + " can't be read (it takes root)"};
    packages->push_back({file, *range, *now});
  }
  if (packages->empty()) return {"none: no " + (powercap / "intel-rapl:*").string() + " on this machine"};
  return {"RAPL: " + std::to_string(packages->size()) + " processor package(s), memory not included",
          [packages] {
            double sum = 0;
            for (Package& package : *packages) {
              package.read();
              sum += package.total;
            }
            return sum * 1e-6;
          }};
}

} // namespace tessera::perf
