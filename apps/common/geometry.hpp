// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/shape.hpp>

#include "options.hpp"

namespace tessera::app {

/// The grid of a run, its dimension known at run time only. Node i of axis d lies at origin[d] + i
/// spacing[d].
struct Geometry {
  int dimension = 0;
  std::vector<std::int64_t> nodes;
  std::vector<double> origin, spacing, length;
  std::vector<bool> periodic;

  std::int64_t size() const;
  io::Shape shape() const;
  double position(int axis, std::int64_t i) const {
    return origin[static_cast<std::size_t>(axis)] +
           static_cast<double>(i) * spacing[static_cast<std::size_t>(axis)];
  }
};

/// The grid on which a field lies whose values are so many spacings from the nodes; no numbers: the nodes.
Geometry shifted(Geometry geometry, std::vector<double> const& offset);

/// The grid that the options describe.
/// \param nodes the options' own, or what stands in for them (a file's shape, a problem's default)
/// \throws InvalidInput if there are none, too few of them, or corners and faces that don't fit
Geometry make_geometry(Options const& options, std::vector<std::int64_t> const& nodes);

/// "(3, 4)" of the node with this index in row-major order.
std::string node_text(Geometry const& geometry, std::size_t index);

} // namespace tessera::app
