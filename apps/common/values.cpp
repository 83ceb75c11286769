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

/// The axes of a box that a dataset or picture has, as a shape. `axes`: all, or those of a face.
io::Shape shape_of(NodeBox const& box, std::vector<std::size_t> const& axes) {
  io::Shape shape;
  for (auto axis : axes) shape.push_back(static_cast<std::size_t>(box.count[axis]));
  if (shape.empty()) shape.push_back(1); // the end of a line
  return shape;
}

/// What a dataset holds in a box of its grid's nodes; the dataset has these axes of the grid.
io::Slab slab_of(NodeBox const& box, NodeBox const& whole, std::vector<std::size_t> const& axes) {
  io::Slab slab;
  for (auto axis : axes) {
    slab.first.push_back(static_cast<std::size_t>(box.first[axis] - whole.first[axis]));
    slab.count.push_back(static_cast<std::size_t>(box.count[axis]));
  }
  if (slab.first.empty()) slab = {{0}, {1}};
  return slab;
}

/// The values of a spec in a box of nodes, of which the file has all, as `axes` say.
NodeValues<double> values_in_box(ValueSpec const& spec, Geometry const& g, NodeBox const& whole,
                                 std::vector<std::size_t> const& axes) {
  auto const shape = shape_of(whole, axes);
  switch (spec.kind) {
  case ValueSpec::Kind::dataset: {
    auto const dataset = std::make_shared<Dataset const>(spec);
    dataset->require_grid(g, axes);
    dataset->require_values(shape);
    return {whole, [=](NodeBox const& box) { return dataset->read(shape, slab_of(box, whole, axes)); }};
  }
  case ValueSpec::Kind::picture: {
    NodeValues<double> pixels(whole, [=](NodeBox const&) { return picture_values(spec, shape); });
    pixels.hold(); // a compressed picture has no parts
    return pixels;
  }
  case ValueSpec::Kind::expression: {
    auto const expression =
        std::make_shared<Expression const>(spec.text, std::vector<std::string>{"x", "y", "z"});
    return NodeValues<double>::at_each(whole, [=](NodeIndex const& node) {
      double position[3] = {0., 0., 0.};
      for (int d = 0; d < g.dimension; ++d) position[d] = g.position(d, node[static_cast<std::size_t>(d)]);
      return (*expression)(position);
    });
  }
  default:
    return constant_field(whole, spec.number);
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

FieldFacts facts_of(NodeValues<double> const& values, Geometry const& g, std::string const& what,
                    std::string const& precision) {
  FieldFacts facts;
  io::Hash hash;
  values.for_pieces([&](std::size_t first, std::span<double const> piece) {
    if (first == 0) facts.least = facts.largest = piece[0];
    hash.add(std::as_bytes(piece));
    for (std::size_t i = 0; i < piece.size(); ++i) {
      double const v = piece[i];
      if (!holds(precision, v)) refuse(v, what, fmt::format(" at node {}", node_text(g, first + i)));
      if (v < facts.least) {
        facts.least = v;
        facts.least_at = first + i;
      }
      facts.largest = std::max(facts.largest, v);
      if (!(v > 0.) && !facts.not_positive) facts.not_positive = {first + i, v};
    }
  });
  facts.hash = hash.value();
  facts.magnitude = std::max(std::abs(facts.least), std::abs(facts.largest));
  require_something_left(facts.magnitude, what, precision);
  return facts;
}

GridField values_on_grid(ValueSpec const& spec, Geometry const& g, std::string const& what,
                         std::string const& precision) {
  GridField field{held_if_alone(values_in_box(spec, g, all_nodes(g), all_axes(g))), {}, {}};
  field.facts = facts_of(field.values, g, what, precision);
  field.text = description(spec, field.facts.hash);
  return field;
}

void require_finite(double value, std::string const& what, std::string const& precision) {
  if (!holds(precision, value)) refuse(value, what, "");
  require_something_left(std::abs(value), what, precision);
}

std::vector<double> values_on_face(ValueSpec const& spec, Geometry const& g, std::size_t face,
                                   std::string const& precision) {
  auto const axis = face / 2;
  auto box = all_nodes(g);
  box.first[axis] = face % 2 ? g.nodes[axis] - 1 : 0;
  box.count[axis] = 1;
  auto axes = all_axes(g);
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
  auto const values = values_in_box(spec, g, box, axes).in(box);
  for_each_node(box, [&](std::size_t i, NodeIndex const& node) {
    if (holds(precision, values[i])) return;
    refuse(values[i], fmt::format("the boundary value on face {}", face_names[face]),
           fmt::format(" at node ({})", fmt::join(std::span(node).first(g.nodes.size()), ", ")));
  });
  return values;
}

std::function<double(double)> checked(std::function<double(double)> function, double largest,
                                      bool at_new_time, std::string const& what,
                                      std::string const& precision) {
  if (!function) return {};
  struct Seen {
    double begin;
    std::optional<double> bad; // time
  };
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

GridMask mask_on_grid(ValueSpec const& spec, Geometry const& g, std::string const& what) {
  auto const whole = all_nodes(g);
  NodeValues<std::uint8_t> mask;
  if (spec.kind == ValueSpec::Kind::dataset) {
    auto const axes = all_axes(g);
    auto const dataset = std::make_shared<Dataset const>(spec);
    dataset->require_grid(g, axes);
    if (dataset->info().kind != io::ElementKind::floating)
      mask = {whole, [=, shape = g.shape()](NodeBox const& box) {
                return dataset->read_mask(shape, slab_of(box, whole, axes));
              }};
  }
  if (mask.empty()) {
    // Of a picture, light pixels are obstacle; any other value counts unless it is zero.
    auto const threshold = spec.kind == ValueSpec::Kind::picture ? 0.5 : 0.;
    mask = {whole, [=, field = values_on_grid(spec, g, what, "double").values](NodeBox const& box) {
              auto const values = field.in(box);
              std::vector<std::uint8_t> marks(values.size());
              std::transform(values.begin(), values.end(), marks.begin(),
                             [&](double v) { return static_cast<std::uint8_t>(std::abs(v) > threshold); });
              return marks;
            }};
  }
  mask = held_if_alone(std::move(mask));
  bool any = false;
  io::Hash hash; // of the marks as double
  mask.for_pieces([&](std::size_t, std::span<std::uint8_t const> piece) {
    any = any || std::find(piece.begin(), piece.end(), 1) != piece.end();
    constexpr std::size_t at_once = NodeValues<double>::most_at_once;
    for (std::size_t first = 0; first < piece.size(); first += at_once) {
      auto const part = piece.subspan(first, std::min(at_once, piece.size() - first));
      std::vector<double> const values(part.begin(), part.end());
      hash.add(std::as_bytes(std::span(values)));
    }
  });
  if (!any) refuse_empty(spec, what);
  return {std::move(mask), description(spec, hash.value())};
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
  return description(spec, io::hash_of(std::span<const double>(values)));
}

std::string description(ValueSpec const& spec, std::uint64_t hash) {
  switch (spec.kind) {
  case ValueSpec::Kind::number:
    return fmt::format("{}", spec.number);
  case ValueSpec::Kind::dataset:
  case ValueSpec::Kind::picture:
    return fmt::format("data with hash {}", io::hex(hash));
  default:
    return spec.text;
  }
}

} // namespace tessera::app
