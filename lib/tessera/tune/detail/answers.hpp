// SPDX-License-Identifier: Apache-2.0
// Choices and machines as lines of a cache, and their way back.
#pragma once

#include <tessera/tune/cache.hpp>
#include <tessera/tune/cost.hpp>

namespace tessera::detail {

inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

inline TuningLines answer_of(AnyScheme const& scheme, double seconds_a_step) {
  return {{"scheme", scheme.name},
          {"tile", extents_text(scheme.tile, 3)},
          {"fused steps", std::to_string(scheme.fused_steps)},
          {"seconds a step", number_text(seconds_a_step)}};
}

inline std::string value_of(TuningLines const& lines, std::string const& name) {
  for (auto const& [key, value] : lines)
    if (key == name) return value;
  return {};
}

/// The choice in an answer; nothing unless every line is there and has a meaning.
inline std::optional<std::pair<AnyScheme, double>> choice_of(TuningLines const& answer) {
  AnyScheme scheme{.name = value_of(answer, "scheme")};
  double seconds = 0;
  auto const tile = value_of(answer, "tile"), fused = value_of(answer, "fused steps");
  if (std::find(scheme_names.begin(), scheme_names.end(), scheme.name) == scheme_names.end() ||
      std::sscanf(tile.c_str(), "%d x %d x %d", &scheme.tile[0], &scheme.tile[1], &scheme.tile[2]) != 3 ||
      std::sscanf(fused.c_str(), "%d", &scheme.fused_steps) != 1 ||
      std::sscanf(value_of(answer, "seconds a step").c_str(), "%lf", &seconds) != 1 || !(seconds > 0))
    return {};
  return std::pair{scheme, seconds};
}

inline TuningLines answer_of(Machine const& machine) {
  TuningLines lines;
  for (auto const& [bytes, rate] : machine.copies)
    lines.emplace_back("copy", number_text(bytes) + " bytes at " + number_text(rate));
  auto const add = [&](char const* name, double value) { lines.emplace_back(name, number_text(value)); };
  add("scratch", machine.scratch_rate);
  add("operations in float", machine.float_operations);
  add("operations in double", machine.double_operations);
  add("launch", machine.launch_s);
  add("team launch", machine.team_launch_s);
  add("row", machine.row_s);
  return lines;
}

inline std::optional<Machine> machine_of(TuningLines const& answer) {
  Machine machine;
  bool complete = true;
  for (auto const& [name, value] : answer) {
    Machine::Copy copy{};
    if (name != "copy") continue;
    complete &= std::sscanf(value.c_str(), "%lf bytes at %lf", &copy.bytes, &copy.rate) == 2 &&
                copy.rate > 0 && copy.bytes > (machine.copies.empty() ? 0 : machine.copies.back().bytes);
    machine.copies.push_back(copy);
  }
  auto const get = [&](char const* name, double& value, bool positive) {
    complete &= std::sscanf(value_of(answer, name).c_str(), "%lf", &value) == 1 && value >= 0 &&
                (!positive || value > 0);
  };
  get("scratch", machine.scratch_rate, false);
  get("operations in float", machine.float_operations, true);
  get("operations in double", machine.double_operations, true);
  get("launch", machine.launch_s, true);
  get("team launch", machine.team_launch_s, true);
  get("row", machine.row_s, false);
  if (!complete || machine.copies.empty()) return {};
  return machine;
}

} // namespace tessera::detail
