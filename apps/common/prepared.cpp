// SPDX-License-Identifier: Apache-2.0
#include "prepared.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "launcher.hpp"
#include "team.hpp"
#include "values.hpp"

namespace tessera::app {

std::vector<io::Parameter> grid_identity(Options const& options, Geometry const& geometry) {
  return {{"nodes", fmt::format("{}", fmt::join(geometry.nodes, " x "))},
          {"lower corner", listed(geometry.origin)},
          {"lengths", listed(geometry.length)},
          {"precision", options.precision}};
}

double value_bytes(Options const& options) { return options.precision == "float" ? 4. : 8.; }

double nodes_of_rank(Geometry const& geometry) {
  return static_cast<double>(geometry.size()) / team().count();
}

double bytes_held(Geometry const& geometry, double bytes) {
  return team().shared() ? 0. : bytes * static_cast<double>(geometry.size());
}

double bytes_written(Options const& options, Geometry const& geometry) {
  auto const whole = static_cast<double>(geometry.size()) * value_bytes(options);
  bool const picture = options.output && geometry.dimension == 2;
  constexpr double pieces = 3. * (64 << 20); // of VTK's images, and what gathers them
  return picture ? whole * (team().shared() ? 2. : 1.) : std::min(whole, pieces);
}

void require_memory(MemoryNeed const& need, Geometry const& geometry) {
  auto const ranks = ranks_of_this_machine();
  auto const what = io::to_string(geometry.shape()) + " nodes" +
                    (ranks > 1 ? fmt::format(" on {} ranks of a machine", ranks) : std::string());
  require_memory(ranks * need.host + need.first, need.device, what);
}

} // namespace tessera::app
