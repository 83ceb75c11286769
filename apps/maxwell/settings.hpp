// SPDX-License-Identifier: Apache-2.0
// What only this solver asks.
#pragma once

#include <array>

#include "../common/command_line.hpp"
#include "problem.hpp"

namespace tessera::maxwell {

inline constexpr std::array wall_names{"conducting", "periodic", "absorbing"};
enum class Wall { conducting, periodic, absorbing };
constexpr char const* name_of(Wall wall) { return wall_names[static_cast<std::size_t>(wall)]; }

inline constexpr std::array source_kind_names{"additive", "hard", "plane-x", "plane-y", "plane-z"};
constexpr char const* name_of(SourceKind kind) { return source_kind_names[static_cast<std::size_t>(kind)]; }

inline constexpr std::array direction_names{"x", "y", "z"};
constexpr char const* name_of_direction(int direction) {
  return direction_names[static_cast<std::size_t>(direction)];
}

struct Settings {
  std::optional<app::ValueSpec> permittivity;
  std::optional<std::vector<double>> permittivity_range; ///< what dark and light pixels of a picture mean
  std::vector<Wall> walls{Wall::conducting};             ///< one for all axes, or one an axis
  std::optional<int> pml;                                ///< nodes of an absorbing layer
  std::optional<std::vector<double>> source;
  std::optional<SourceKind> source_kind;
  std::optional<int> source_direction; ///< the axis along which E is driven
  std::optional<double> frequency;
  std::optional<std::filesystem::path> receivers;
  std::int64_t receiver_every = 1;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis
  bool si = false;                  ///< metres and seconds; else light travels at 1
  bool verify = false;              ///< fail unless the run is the standing wave that it has to be
};

/// The program with its options, which fill in `settings`.
app::Program program(Settings& settings);

} // namespace tessera::maxwell
