// SPDX-License-Identifier: Apache-2.0
#include "places.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "text_file.hpp"

namespace tessera::app {

Interpolation parse_interpolation(std::string const& text, std::string const& what) {
  for (std::size_t n = 0; n < interpolation_names.size(); ++n)
    if (text == interpolation_names[n]) return static_cast<Interpolation>(n);
  throw InvalidInput(fmt::format("{} is '{}' (give {})", what, text, fmt::join(interpolation_names, ", ")));
}

std::vector<double> parse_position(std::string const& text, std::string const& what) {
  std::vector<double> position;
  for (std::size_t begin = 0;;) {
    auto const comma = text.find(',', begin);
    position.push_back(parse_number(text.substr(begin, comma - begin), what));
    if (comma == std::string::npos) return position;
    begin = comma + 1;
  }
}

std::vector<std::vector<double>> read_positions(std::filesystem::path const& file) {
  std::istringstream stream(read_text(file, "receivers"));
  std::vector<std::vector<double>> positions;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == '\r'; }, ' ');
    std::istringstream words(line);
    std::vector<double> position;
    for (std::string word; words >> word;)
      position.push_back(parse_number(word, fmt::format("{}, line {}: a coordinate", file.string(), number)));
    if (!position.empty()) positions.push_back(std::move(position));
  }
  if (positions.empty())
    throw InvalidInput(
        fmt::format("receivers {} holds no position (give one a line, as 0.5,0.25)", file.string()));
  return positions;
}

std::vector<std::int64_t> nearest_node(std::vector<double> const& position, Geometry const& geometry,
                                       std::string const& what, std::vector<double> const& offset) {
  if (position.size() != geometry.nodes.size())
    throw InvalidInput(fmt::format("{} ({}) has {} coordinates, the grid {} axes (give one an axis)", what,
                                   listed(position), position.size(), geometry.nodes.size()));
  std::vector<std::int64_t> node;
  for (std::size_t d = 0; d < position.size(); ++d) {
    auto const n = geometry.nodes[d];
    auto const last = geometry.position(static_cast<int>(d), n - 1);
    auto const place = (position[d] - geometry.origin[d]) / geometry.spacing[d];
    // Half a thousandth of a spacing beyond is a rounding.
    if (!(place >= -5e-4 && place <= static_cast<double>(n - 1) + 5e-4))
      throw InvalidInput(fmt::format("{} ({}) lies outside the grid: along axis {} nodes reach from {} to {} "
                                     "(give a position between)",
                                     what, listed(position), d, geometry.origin[d], last));
    auto const from_node = offset.empty() ? 0. : offset[d];
    bool const beyond = from_node > 0. && !geometry.periodic[d]; // the last value lies outside
    node.push_back(std::clamp<std::int64_t>(std::llround(place - from_node), 0, n - (beyond ? 2 : 1)));
  }
  return node;
}

} // namespace tessera::app
