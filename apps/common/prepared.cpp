// SPDX-License-Identifier: Apache-2.0
#include "prepared.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "values.hpp"

namespace tessera::app {

std::vector<io::Parameter> grid_identity(Options const& options, Geometry const& geometry) {
  return {{"nodes", fmt::format("{}", fmt::join(geometry.nodes, " x "))},
          {"lower corner", listed(geometry.origin)},
          {"lengths", listed(geometry.length)},
          {"precision", options.precision}};
}

double value_bytes(Options const& options) { return options.precision == "float" ? 4. : 8.; }

} // namespace tessera::app
