// SPDX-License-Identifier: Apache-2.0
#include "host_environment.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "file_names.hpp"
#include "options.hpp"
#include "text.hpp"

namespace tessera::app {

namespace {

[[noreturn]] void refuse(char const* name, std::string const& value, std::string const& advice) {
  throw InvalidInput(
      fmt::format("environment variable {} is '{}' (give {}, or unset it)", name, value, advice));
}

void check_number(char const* name, std::string const& text, Range range) {
  try {
    within(range, parse_integer(text, name), name);
  } catch (InvalidInput const&) {
    refuse(name, text,
           range.highest == std::numeric_limits<int>::max()
               ? fmt::format("a whole number from {} on", range.lowest)
               : fmt::format("a whole number from {} to {}", range.lowest, range.highest));
  }
}

void check_numbers(char const* name, std::string const& text, Range range) {
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) check_number(name, one, range);
}

void check_word(char const* name, std::string const& text, std::vector<std::string> const& words) {
  if (std::find(words.begin(), words.end(), lower_case(text)) == words.end())
    refuse(name, text, fmt::format("{} or {}", words[0], words[1]));
}

template <class Check>
void check_variable(char const* name, Check const& check) {
  if (char const* const value = std::getenv(name)) check(name, std::string(value));
}

/// Cores by one control group of version 2 or 1; infinity where it has no quota.
double quota_of(std::filesystem::path const& group) {
  auto const none = std::numeric_limits<double>::infinity();
  double quota = 0., period = 0.;
  if (std::ifstream(group / "cpu.max") >> quota >> period && period > 0.) return quota / period;
  if (std::ifstream(group / "cpu.cfs_quota_us") >> quota &&
      std::ifstream(group / "cpu.cfs_period_us") >> period && quota > 0. && period > 0.)
    return quota / period;
  return none;
}

/// The least quota of the group and of all above it. In a container the path is often one of the host's, and
/// the container's own group lies at the top.
double quota_below(std::filesystem::path const& top, std::filesystem::path group) {
  auto least = quota_of(top);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    least = std::min(least, quota_of(top / group));
  return least;
}

double quota() {
  auto least = std::numeric_limits<double>::infinity();
  std::ifstream groups("/proc/self/cgroup"); // lines of number:controllers:path
  for (std::string line; std::getline(groups, line);) {
    auto const first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    auto const controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    auto const path = line.substr(second + 1);
    if (controllers == ",,") least = std::min(least, quota_below("/sys/fs/cgroup", path));
    if (controllers.find(",cpu,") != std::string::npos)
      least = std::min(least, quota_below("/sys/fs/cgroup/cpu", path));
  }
  return least;
}

} // namespace

void check_kokkos_environment(int devices) {
  constexpr int any = std::numeric_limits<int>::max();
  auto const last_device = devices > 0 ? devices - 1 : any;
  auto const flag = [](char const* name, std::string const& text) {
    check_word(name, text, {"yes", "no", "true", "false", "1", "0"});
  };
  check_variable("KOKKOS_NUM_THREADS",
                 [](char const* name, auto const& text) { check_number(name, text, threads_range); });
  // One number a level of nested regions. The OpenMP runtime would say it in words of its own and take all
  // cores.
  check_variable("OMP_NUM_THREADS", [](char const* name, auto const& text) {
    check_numbers(name, text, {1, any});
    if (text.empty()) refuse(name, text, "a whole number from 1 on");
  });
  check_variable("KOKKOS_DEVICE_ID", [&](char const* name, auto const& text) {
    check_number(name, text, {0, last_device});
  });
  for (auto const* name : {"KOKKOS_DISABLE_WARNINGS", "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS"})
    check_variable(name, flag);
  check_variable("KOKKOS_MAP_DEVICE_ID_BY", [](char const* name, auto const& text) {
    check_word(name, text, {"random", "mpi_rank"});
  });
  if (devices > 0)
    check_variable("KOKKOS_VISIBLE_DEVICES", [&](char const* name, auto const& text) {
      check_numbers(name, text, {0, last_device});
    });
}

std::optional<int> threads_of_environment() {
  char const* const value = std::getenv("KOKKOS_NUM_THREADS");
  if (!value) return {};
  return static_cast<int>(parse_integer(value, "KOKKOS_NUM_THREADS"));
}

int usable_cores(int by_affinity) {
  return std::max(1, std::min(by_affinity, static_cast<int>(std::ceil(std::min(quota(), 1e6)))));
}

} // namespace tessera::app
