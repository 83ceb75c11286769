// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <tessera/core/error.hpp>
#include <tessera/io/hash.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>
#include <numeric>

#include "dataset.hpp"
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

std::vector<double> picture_values(ValueSpec const& spec, io::Shape const& expected) {
  auto picture = io::read_png(spec.file);
  io::Shape const found{picture.n0, picture.n1};
  if (found != expected)
    throw InvalidInput(
        fmt::format("picture {} has {} pixels, expected {} (scale the picture, or give nodes = its size)",
                    spec.file.string(), io::to_string(found), io::to_string(expected)));
  return std::move(picture.values);
}

std::vector<std::size_t> all_axes(Geometry const& g) {
  std::vector<std::size_t> axes(g.nodes.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  return axes;
}

/// Everything but the names. `axes`: those of a dataset or picture, which are all, or those of a face.
std::vector<double> values_in_box(ValueSpec const& spec, Geometry const& g,
                                  std::vector<std::int64_t> const& first,
                                  std::vector<std::int64_t> const& count,
                                  std::vector<std::size_t> const& axes) {
  io::Shape shape;
  for (auto axis : axes) shape.push_back(static_cast<std::size_t>(count[axis]));
  if (shape.empty()) shape.push_back(1); // the end of a line
  switch (spec.kind) {
  case ValueSpec::Kind::dataset: {
    Dataset const dataset(spec);
    dataset.require_grid(g, axes);
    return dataset.read(shape);
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

/// Whether a number is finite in a precision; beyond the middle to the next power of two it is rounded to
/// infinity.
bool holds(std::string const& precision, double value) {
  return precision == "float" ? std::abs(value) < 0x1.ffffffp127 : std::isfinite(value);
}

[[noreturn]] void refuse(double value, std::string const& what, std::string const& where) {
  if (!std::isfinite(value))
    throw InvalidInput(fmt::format("{} is {}{} (give finite values)", what, value, where));
  throw InvalidInput(fmt::format(
      "{} is {:.6g}{}, beyond the largest float, {:.6g} (give smaller values, or precision double)", what,
      value, where, std::numeric_limits<float>::max()));
}

/// Small values beside larger ones may become 0, as they do in any sum; that all of them do is a mistake.
void require_something_left(double largest, std::string const& what, std::string const& precision) {
  if (precision == "float" && largest > 0. && static_cast<float>(largest) == 0.f)
    throw InvalidInput(fmt::format("{} is {:.6g} at most, which is 0 in float (give larger values, or "
                                   "precision double)",
                                   what, largest));
}

[[noreturn]] void refuse_empty(ValueSpec const& spec, std::string const& what) {
  switch (spec.kind) {
  case ValueSpec::Kind::picture:
    throw InvalidInput(fmt::format("{} holds no node: the picture {} has no light pixel (paint it white on "
                                   "black; transparent ground counts as black)",
                                   what, spec.file.string()));
  case ValueSpec::Kind::dataset:
    throw InvalidInput(
        fmt::format("{} holds no node: the dataset of {} is 0 everywhere (give nodes of it another value)",
                    what, spec.file.string()));
  default:
    throw InvalidInput(fmt::format(
        "{} holds no node: '{}' is 0 at all of them (give an expression that is not, or more nodes)", what,
        spec.kind == ValueSpec::Kind::expression ? spec.text : fmt::format("{}", spec.number)));
  }
}

} // namespace

std::vector<double> values_on_grid(ValueSpec const& spec, Geometry const& g, std::string const& what,
                                   std::string const& precision) {
  auto values = values_in_box(spec, g, std::vector<std::int64_t>(g.nodes.size(), 0), g.nodes, all_axes(g));
  require_finite(values, g, what, precision);
  return values;
}

void require_finite(std::vector<double> const& values, Geometry const& g, std::string const& what,
                    std::string const& precision) {
  auto const bad =
      std::find_if_not(values.begin(), values.end(), [&](double v) { return holds(precision, v); });
  if (bad != values.end())
    refuse(*bad, what,
           fmt::format(" at node {}", node_text(g, static_cast<std::size_t>(bad - values.begin()))));
  double largest = 0.;
  for (double v : values) largest = std::max(largest, std::abs(v));
  require_something_left(largest, what, precision);
}

void require_finite(double value, std::string const& what, std::string const& precision) {
  if (!holds(precision, value)) refuse(value, what, "");
  require_something_left(std::abs(value), what, precision);
}

std::vector<double> values_on_face(ValueSpec const& spec, Geometry const& g, std::size_t face,
                                   std::string const& precision) {
  auto const axis = face / 2;
  std::vector<std::int64_t> first(g.nodes.size(), 0), count = g.nodes;
  first[axis] = face % 2 ? g.nodes[axis] - 1 : 0;
  count[axis] = 1;
  auto axes = all_axes(g);
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
  auto values = values_in_box(spec, g, first, count, axes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (holds(precision, values[i])) continue;
    auto rest = i;
    for (auto d = count.size(); d-- > 0;) {
      first[d] += static_cast<std::int64_t>(rest % static_cast<std::size_t>(count[d]));
      rest /= static_cast<std::size_t>(count[d]);
    }
    refuse(values[i], fmt::format("the boundary value on face {}", face_names[face]),
           fmt::format(" at node ({})", fmt::join(first, ", ")));
  }
  return values;
}

std::function<double(double)> checked(std::function<double(double)> function,
                                      std::vector<double> const& values, bool at_new_time,
                                      std::string const& what, std::string const& precision) {
  if (!function) return {};
  struct Seen {
    double begin;
    std::optional<double> bad; // time
  };
  double largest = 0.;
  for (double v : values) largest = std::max(largest, std::abs(v));
  auto const seen = std::make_shared<std::optional<Seen>>();
  return [=](double t) {
    auto const factor = function(t);
    if (!*seen) *seen = Seen{t, {}};
    auto& bad = (*seen)->bad;
    auto const refuse_at = [&](double time) {
      auto const f = function(time);
      refuse(std::isfinite(f) ? f * largest : f,
             std::isfinite(f) ? what : fmt::format("the function of time of {}", what),
             fmt::format(" at t = {:.6g}", time));
    };
    // A step from t0 to t1 looks both up and uses one.
    if (!at_new_time && bad && t > *bad) refuse_at(*bad);
    if (!std::isfinite(factor) || !holds(precision, factor * largest)) {
      if (at_new_time && t > (*seen)->begin) refuse_at(t);
      bad = t;
    }
    return factor;
  };
}

std::vector<std::uint8_t> mask_on_grid(ValueSpec const& spec, Geometry const& g, std::string const& what) {
  std::vector<std::uint8_t> mask;
  if (spec.kind == ValueSpec::Kind::dataset) {
    Dataset const dataset(spec);
    dataset.require_grid(g, all_axes(g));
    if (dataset.info().kind != io::ElementKind::floating) mask = dataset.read_mask(g.shape());
  }
  if (mask.empty()) {
    auto const values = values_on_grid(spec, g, what, "double");
    mask.resize(values.size());
    // Of a picture, light pixels are obstacle; any other value counts unless it is zero.
    auto const threshold = spec.kind == ValueSpec::Kind::picture ? 0.5 : 0.;
    std::transform(values.begin(), values.end(), mask.begin(),
                   [&](double v) { return static_cast<std::uint8_t>(std::abs(v) > threshold); });
  }
  if (std::find(mask.begin(), mask.end(), 1) == mask.end()) refuse_empty(spec, what);
  return mask;
}

std::optional<io::Shape> shape_of(ValueSpec const& spec) {
  if (spec.kind == ValueSpec::Kind::dataset) {
    return Dataset(spec).info().shape;
  }
  if (spec.kind == ValueSpec::Kind::picture) {
    auto const picture = io::read_png(spec.file);
    return io::Shape{picture.n0, picture.n1};
  }
  return {};
}

void take_box_of_file(std::vector<std::optional<ValueSpec>> const& fields, Options const& options,
                      Geometry& g) {
  if (!options.lower.empty() || !options.upper.empty()) return;
  for (auto const& spec : fields) {
    if (!spec || spec->kind != ValueSpec::Kind::dataset) continue;
    auto const grid = Dataset(*spec).grid(g.nodes.size());
    if (!grid) continue;
    if (agrees(*grid, g, all_axes(g))) return;
    g.spacing = grid->spacing;
    if (!grid->origin.empty()) g.origin = grid->origin;
    for (std::size_t d = 0; d < g.nodes.size(); ++d)
      g.length[d] = g.spacing[d] * static_cast<double>(g.periodic[d] ? g.nodes[d] : g.nodes[d] - 1);
    return;
  }
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
