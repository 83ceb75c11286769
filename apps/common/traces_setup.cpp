// SPDX-License-Identifier: Apache-2.0
#include "traces_setup.hpp"

#include <tessera/core/error.hpp>

#include <fmt/format.h>

#include "output_folder.hpp"
#include "places.hpp"
#include "streams.hpp"

namespace tessera::app {

std::int64_t checked_receiver_every(std::int64_t every) {
  if (every < 1) throw InvalidInput(fmt::format("receiver-every is {} (give 1 or more)", every));
  return every;
}

std::vector<std::vector<std::int64_t>> receiver_nodes(std::optional<std::filesystem::path> const& file,
                                                      Geometry const& geometry,
                                                      std::vector<double> const& offset) {
  std::vector<std::vector<std::int64_t>> nodes;
  if (!file) return nodes;
  int number = 0;
  for (auto const& position : read_positions(*file))
    nodes.push_back(nearest_node(position, geometry, fmt::format("receiver {}", ++number), offset));
  return nodes;
}

std::vector<std::vector<double>> receiver_positions(std::optional<std::filesystem::path> const& file,
                                                    Geometry const& geometry) {
  if (!file) return {};
  auto positions = read_positions(*file);
  int number = 0;
  for (auto const& position : positions)
    static_cast<void>(nearest_node(position, geometry, fmt::format("receiver {}", ++number))); // checked
  return positions;
}

std::vector<std::vector<double>> positions_of(std::vector<std::vector<std::int64_t>> const& nodes,
                                              Geometry const& geometry) {
  std::vector<std::vector<double>> positions;
  for (auto const& node : nodes) {
    positions.emplace_back();
    for (std::size_t d = 0; d < node.size(); ++d)
      positions.back().push_back(geometry.position(static_cast<int>(d), node[d]));
  }
  return positions;
}

Traces make_traces(Options const& options, std::vector<std::vector<double>> const& positions,
                   Interpolation interpolation, std::int64_t every, double dt, std::int64_t first_step) {
  Traces traces(positions, name_of(interpolation), every, dt);
  if (first_step == 0) return traces;
  auto const folder = continues_in_its_folder(options) ? options.output : std::nullopt;
  if (positions.empty()) {
    if (folder) Traces::require_none(*folder);
    return traces;
  }
  if (!folder || !traces.resume(*folder, first_step))
    traces.begin_at((first_step + every - 1) / every * every);
  return traces;
}

std::vector<std::string> trace_files() { return {"traces.h5", "seismogram.png"}; }

void warn_of_lost_traces(std::string const& program, Options const& options,
                         std::vector<std::vector<std::int64_t>> const& receivers) {
  if (!receivers.empty() && !options.output)
    say(fmt::format("{}: warning: what the receivers see is written nowhere (give --output DIR)\n", program));
}

} // namespace tessera::app
