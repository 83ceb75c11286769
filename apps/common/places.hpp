// SPDX-License-Identifier: Apache-2.0
// Positions that users name, and the nodes they mean.
#pragma once

#include <array>
#include <filesystem>

#include "geometry.hpp"

namespace tessera::app {

/// How a value at a position is made of values at nodes: see tessera::Interpolation, which has the same
/// order.
enum class Interpolation { nearest, linear, sinc };
inline constexpr std::array interpolation_names{"nearest", "linear", "sinc"};
constexpr char const* name_of(Interpolation how) {
  return interpolation_names[static_cast<std::size_t>(how)];
}
/// \throws InvalidInput for another name
Interpolation parse_interpolation(std::string const& text, std::string const& what);

/// "0.5,0.25" -> {0.5, 0.25}
/// \throws InvalidInput
std::vector<double> parse_position(std::string const& text, std::string const& what);

/// A position a line, coordinates parted by commas or blanks; what follows a # is a remark.
/// \throws InvalidInput naming file and line
std::vector<std::vector<double>> read_positions(std::filesystem::path const& file);

/// Index of the node nearest to a position, or of the value of a field that lies so many spacings from the
/// nodes, without those beyond the grid.
/// \throws InvalidInput if the position has not one coordinate an axis, or lies outside the grid
std::vector<std::int64_t> nearest_node(std::vector<double> const& position, Geometry const& geometry,
                                       std::string const& what, std::vector<double> const& offset = {});

} // namespace tessera::app
