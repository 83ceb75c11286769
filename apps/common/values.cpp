// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/hash.hpp>
#include <tessera/io/hdf5.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "expression.hpp"

namespace tessera::app {

namespace {

/// Calls body(index, position) for the nodes of a box of nodes that begins at `first`, last axis fastest.
template <class Body>
void for_each_node(Geometry const& g, std::vector<std::int64_t> const& first,
                   std::vector<std::int64_t> const& count, Body const& body) {
  std::int64_t n[3] = {1, 1, 1}, begin[3] = {0, 0, 0};
  for (int d = 0; d < g.dimension; ++d) {
    n[d] = count[static_cast<std::size_t>(d)];
    begin[d] = first[static_cast<std::size_t>(d)];
  }
  std::size_t index = 0;
  auto coordinate = [&](int axis, std::int64_t i) {
    return axis < g.dimension ? g.position(axis, begin[axis] + i) : 0.;
  };
  for (std::int64_t i = 0; i < n[0]; ++i)
    for (std::int64_t j = 0; j < n[1]; ++j)
      for (std::int64_t k = 0; k < n[2]; ++k) {
        double const position[3] = {coordinate(0, i), coordinate(1, j), coordinate(2, k)};
        body(index++, position);
      }
}

std::string chosen_dataset(io::Hdf5Reader const& file, ValueSpec const& spec) {
  if (!spec.dataset.empty()) return spec.dataset;
  auto const present = file.datasets();
  if (present.size() == 1) return present.front();
  if (std::find(present.begin(), present.end(), "/u") != present.end()) return "/u";
  throw InvalidInput(fmt::format("{} has {} datasets and none is /u (say which: {}:/name; it has {})",
                                 spec.file.string(), present.size(), spec.file.string(),
                                 fmt::join(present, ", ")));
}

std::vector<double> picture_values(ValueSpec const& spec, io::Shape const& expected) {
  auto picture = io::read_png(spec.file);
  io::Shape const found{picture.n0, picture.n1};
  if (found != expected)
    throw InvalidInput(
        fmt::format("picture {} has {} pixels, expected {} (scale the picture, or give nodes = its size)",
                    spec.file.string(), io::to_string(found), io::to_string(expected)));
  return std::move(picture.values);
}

/// Everything but the names.
std::vector<double> values_in_box(ValueSpec const& spec, Geometry const& g,
                                  std::vector<std::int64_t> const& first,
                                  std::vector<std::int64_t> const& count, io::Shape const& shape) {
  switch (spec.kind) {
  case ValueSpec::Kind::dataset: {
    io::Hdf5Reader file(spec.file);
    return file.read<double>(chosen_dataset(file, spec), shape);
  }
  case ValueSpec::Kind::picture:
    return picture_values(spec, shape);
  case ValueSpec::Kind::expression: {
    Expression const expression(spec.text, {"x", "y", "z"});
    std::vector<double> values(io::element_count(shape));
    for_each_node(g, first, count,
                  [&](std::size_t i, double const* position) { values[i] = expression(position); });
    return values;
  }
  default:
    return std::vector<double>(io::element_count(shape), spec.number);
  }
}

} // namespace

std::vector<double> values_on_grid(ValueSpec const& spec, Geometry const& g, std::string const& what) {
  auto values = values_in_box(spec, g, std::vector<std::int64_t>(g.nodes.size(), 0), g.nodes, g.shape());
  require_finite(values, g, what);
  return values;
}

void require_finite(std::vector<double> const& values, Geometry const& g, std::string const& what) {
  auto const bad = std::find_if_not(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  if (bad != values.end())
    throw InvalidInput(fmt::format("{} is {} at node {} (give finite values)", what, *bad,
                                   node_text(g, static_cast<std::size_t>(bad - values.begin()))));
}

std::vector<double> values_on_face(ValueSpec const& spec, Geometry const& g, std::size_t face) {
  auto const axis = face / 2;
  std::vector<std::int64_t> first(g.nodes.size(), 0), count = g.nodes;
  first[axis] = face % 2 ? g.nodes[axis] - 1 : 0;
  count[axis] = 1;
  io::Shape shape;
  for (std::size_t d = 0; d < count.size(); ++d)
    if (d != axis) shape.push_back(static_cast<std::size_t>(count[d]));
  if (shape.empty()) shape.push_back(1); // the end of a line
  auto values = values_in_box(spec, g, first, count, shape);
  for (auto v : values)
    if (!std::isfinite(v))
      throw InvalidInput(fmt::format("the boundary value on face {} is {} at a node (give finite values)",
                                     face_names[face], v));
  return values;
}

std::vector<std::uint8_t> mask_on_grid(ValueSpec const& spec, Geometry const& g) {
  if (spec.kind == ValueSpec::Kind::dataset) {
    io::Hdf5Reader file(spec.file);
    auto const dataset = chosen_dataset(file, spec);
    if (file.info(dataset).kind != io::ElementKind::floating) return file.read_mask(dataset, g.shape());
  }
  auto const values = values_on_grid(spec, g, "the obstacle");
  std::vector<std::uint8_t> mask(values.size());
  // Of a picture, light pixels are obstacle; any other value counts unless it is zero.
  auto const threshold = spec.kind == ValueSpec::Kind::picture ? 0.5 : 0.;
  std::transform(values.begin(), values.end(), mask.begin(),
                 [&](double v) { return static_cast<std::uint8_t>(std::abs(v) > threshold); });
  return mask;
}

std::optional<io::Shape> shape_of(ValueSpec const& spec) {
  if (spec.kind == ValueSpec::Kind::dataset) {
    io::Hdf5Reader file(spec.file);
    return file.info(chosen_dataset(file, spec)).shape;
  }
  if (spec.kind == ValueSpec::Kind::picture) {
    auto const picture = io::read_png(spec.file);
    return io::Shape{picture.n0, picture.n1};
  }
  return {};
}

std::string description(ValueSpec const& spec, std::vector<double> const& values) {
  switch (spec.kind) {
  case ValueSpec::Kind::number:
    return fmt::format("{}", spec.number);
  case ValueSpec::Kind::dataset:
  case ValueSpec::Kind::picture:
    return fmt::format("data with hash {}", io::hex(io::hash_of(std::span<const double>(values))));
  default:
    return spec.text;
  }
}

} // namespace tessera::app
