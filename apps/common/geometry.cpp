// SPDX-License-Identifier: Apache-2.0
#include "geometry.hpp"

#include <tessera/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::app {

std::int64_t Geometry::size() const { return static_cast<std::int64_t>(io::element_count(shape())); }

io::Shape Geometry::shape() const { return {nodes.begin(), nodes.end()}; }

namespace {

void check_faces(Options const& options, std::size_t dimension) {
  for (std::size_t face = 2 * dimension; face < options.faces.size(); ++face)
    if (options.faces[face].given)
      throw InvalidInput(fmt::format("a boundary is given for the face {}, which {} has not (leave it out)",
                                     face_names[face], dimension == 1 ? "a line" : "a plane"));
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    auto const lower = options.faces[2 * axis].kind == FaceKind::periodic;
    auto const upper = options.faces[2 * axis + 1].kind == FaceKind::periodic;
    if (lower != upper)
      throw InvalidInput(fmt::format("the face {} is periodic and {} is not (make both periodic, or neither)",
                                     face_names[2 * axis + (lower ? 0 : 1)],
                                     face_names[2 * axis + (lower ? 1 : 0)]));
  }
}

std::vector<double> corner(std::vector<double> const& given, char const* name, std::size_t dimension,
                           double otherwise) {
  if (given.empty()) return std::vector<double>(dimension, otherwise);
  if (given.size() != dimension)
    throw InvalidInput(
        fmt::format("{} has {} values, the grid {} axes (give one an axis)", name, given.size(), dimension));
  return given;
}

} // namespace

Geometry make_geometry(Options const& options, std::vector<std::int64_t> const& nodes) {
  if (nodes.empty()) throw InvalidInput("no nodes are given (give --nodes N[,M[,K]])");
  Geometry g;
  g.dimension = static_cast<int>(nodes.size());
  g.nodes = nodes;
  check_faces(options, nodes.size());
  g.origin = corner(options.lower, "lower", nodes.size(), 0.);
  auto const upper = corner(options.upper, "upper", nodes.size(), 1.);
  for (std::size_t axis = 0; axis < nodes.size(); ++axis) {
    auto const length = upper[axis] - g.origin[axis];
    if (!(length > 0.))
      throw InvalidInput(
          fmt::format("along axis {} the box reaches from {} to {} (give an upper corner above the lower)",
                      axis, g.origin[axis], upper[axis]));
    auto const periodic = options.faces[2 * axis].kind == FaceKind::periodic;
    // Radius 1: two edge nodes and one between. A periodic axis has no edge.
    if (!periodic && nodes[axis] < 3)
      throw InvalidInput(
          fmt::format("nodes are {}: axis {} needs at least 3 (give more, or make it periodic)",
                      fmt::join(nodes, ","), axis));
    g.periodic.push_back(periodic);
    g.length.push_back(length);
    g.spacing.push_back(length / static_cast<double>(periodic ? nodes[axis] : nodes[axis] - 1));
  }
  g.size(); // can be counted
  return g;
}

Geometry shifted(Geometry geometry, std::vector<double> const& offset) {
  for (std::size_t axis = 0; axis < offset.size(); ++axis)
    geometry.origin[axis] += offset[axis] * geometry.spacing[axis];
  return geometry;
}

std::string node_text(Geometry const& geometry, std::size_t index) {
  std::vector<std::size_t> position(geometry.nodes.size());
  for (auto axis = position.size(); axis-- > 0;) {
    auto const n = static_cast<std::size_t>(geometry.nodes[axis]);
    position[axis] = index % n;
    index /= n;
  }
  return fmt::format("({})", fmt::join(position, ", "));
}

} // namespace tessera::app
