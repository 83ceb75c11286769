// SPDX-License-Identifier: Apache-2.0
#include "body.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numbers>

#include "config_keys.hpp"
#include "file_names.hpp"
#include "values.hpp"

namespace tessera::app {

namespace {

std::vector<std::string> const names{"rectangle", "circle", "polygon", "naca"};

/// Nodes on a shape's edge belong to it: a tolerance of a billionth of the domain makes that independent of
/// rounding.
using Inside = std::function<bool(double x, double y)>;

struct Shape {
  Inside inside;
  double low[2], high[2]; // the box around it
};

void require_positive(double value, char const* what) {
  if (!(value > 0.) || !std::isfinite(value))
    throw InvalidInput(fmt::format("the body's {} is {} (give more than 0)", what, value));
}

Shape rectangle(double x, double y, double width, double height, double tolerance) {
  require_positive(width, "width");
  require_positive(height, "height");
  return {[=](double px, double py) {
            return std::abs(px - x) <= width / 2 + tolerance && std::abs(py - y) <= height / 2 + tolerance;
          },
          {x - width / 2, y - height / 2},
          {x + width / 2, y + height / 2}};
}

Shape circle(double x, double y, double radius, double tolerance) {
  require_positive(radius, "radius");
  return {[=](double px, double py) { return std::hypot(px - x, py - y) <= radius + tolerance; },
          {x - radius, y - radius},
          {x + radius, y + radius}};
}

double distance_to_side(double px, double py, double ax, double ay, double bx, double by) {
  double const dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
  double const t = square > 0. ? std::clamp(((px - ax) * dx + (py - ay) * dy) / square, 0., 1.) : 0.;
  return std::hypot(px - ax - t * dx, py - ay - t * dy);
}

Shape polygon(std::vector<double> const& p, double tolerance) {
  if (p.size() < 6 || p.size() % 2 != 0)
    throw InvalidInput(fmt::format(
        "a polygon of {} numbers (give x and y of at least three corners in turn: points = [x1, y1, ...])",
        p.size()));
  Shape shape{{}, {p[0], p[1]}, {p[0], p[1]}};
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isfinite(p[i]))
      throw InvalidInput(fmt::format("a corner of the polygon is at {} (give numbers)", p[i]));
    shape.low[i % 2] = std::min(shape.low[i % 2], p[i]);
    shape.high[i % 2] = std::max(shape.high[i % 2], p[i]);
  }
  // Even-odd rule: how many sides a ray to the right crosses.
  shape.inside = [p, tolerance](double x, double y) {
    bool in = false;
    for (std::size_t i = 0, j = p.size() - 2; i < p.size(); j = i, i += 2) {
      if (distance_to_side(x, y, p[j], p[j + 1], p[i], p[i + 1]) <= tolerance) return true;
      if ((p[i + 1] > y) != (p[j + 1] > y) &&
          x < (p[j] - p[i]) * (y - p[i + 1]) / (p[j + 1] - p[i + 1]) + p[i])
        in = !in;
    }
    return in;
  };
  return shape;
}

Shape aerofoil(BodySpec const& body, double x, double y, double chord, double tolerance) {
  require_positive(chord, "chord");
  auto points = naca_outline(body.digits);
  double const turn = -body.angle * std::numbers::pi / 180., c = std::cos(turn), s = std::sin(turn);
  for (std::size_t i = 0; i < points.size(); i += 2) {
    double const px = chord * (points[i] - 0.5), py = chord * points[i + 1];
    points[i] = x + c * px - s * py;
    points[i + 1] = y + s * px + c * py;
  }
  return polygon(points, tolerance);
}

std::pair<double, double> pair_or(std::vector<double> const& given, char const* what, double a, double b) {
  if (given.empty()) return {a, b};
  if (given.size() != 2)
    throw InvalidInput(fmt::format("the body's {} has {} values (give two)", what, given.size()));
  return {given[0], given[1]};
}

double radius_of(BodySpec const& body, Geometry const& g) {
  return body.radius.value_or(0.125 * g.length[1]);
}
double chord_of(BodySpec const& body, Geometry const& g) { return body.chord.value_or(0.5 * g.length[1]); }
std::pair<double, double> sides_of(BodySpec const& body, Geometry const& g) {
  return pair_or(body.size, "size", 0.25 * g.length[1], 0.25 * g.length[1]);
}

Shape shape_of_body(BodySpec const& body, Geometry const& g) {
  double const height = g.length[1], tolerance = 1e-9 * height;
  auto const [x, y] =
      pair_or(body.centre, "centre", g.origin[0] + 0.5 * g.length[0], g.origin[1] + 0.5 * height);
  switch (body.kind) {
  case BodySpec::Kind::circle:
    return circle(x, y, radius_of(body, g), tolerance);
  case BodySpec::Kind::polygon:
    return polygon(body.points, tolerance);
  case BodySpec::Kind::naca:
    return aerofoil(body, x, y, chord_of(body, g), tolerance);
  default:
    auto const [a, b] = sides_of(body, g);
    return rectangle(x, y, a, b, tolerance);
  }
}

} // namespace

BodySpec parse_body(std::string const& text, std::filesystem::path const& folder, std::string const& what) {
  BodySpec body;
  if (auto const at = std::find(names.begin(), names.end(), text); at != names.end()) {
    body.kind = static_cast<BodySpec::Kind>(at - names.begin());
    return body;
  }
  if (!names_png(text))
    throw InvalidInput(fmt::format("{} '{}' is unknown {}", what, text,
                                   nearest(text, names).empty()
                                       ? "(give rectangle, circle, polygon, naca or FILE.png)"
                                       : suggestion(text, names)));
  body.kind = BodySpec::Kind::picture;
  body.file = parse_value(text, {}, folder, what).file;
  return body;
}

namespace {

void walk_keys(ConfigKeys& keys, BodySpec& body, bool given) {
  using Kind = BodySpec::Kind;
  std::optional<std::string> shape;
  if (given)
    shape = body.kind == Kind::picture ? std::filesystem::absolute(body.file).string()
                                       : names[static_cast<std::size_t>(body.kind)];
  keys.text("shape", shape);
  keys.require(shape.has_value(), "shape", "is missing (give rectangle, circle, polygon, naca or FILE.png)");
  if (shape && !given) body = parse_body(*shape, keys.folder(), keys.where("shape"));
  auto const belongs = [&](char const* key, bool there, std::initializer_list<Kind> kinds) {
    keys.refuse_if(there && std::find(kinds.begin(), kinds.end(), body.kind) == kinds.end(), key,
                   fmt::format("says nothing of a body of shape {} (leave it out)", shape.value_or("")));
  };
  keys.numbers("centre", body.centre);
  belongs("centre", !body.centre.empty(), {Kind::rectangle, Kind::circle, Kind::naca});
  keys.numbers("size", body.size);
  belongs("size", !body.size.empty(), {Kind::rectangle});
  keys.number("radius", body.radius);
  belongs("radius", body.radius.has_value(), {Kind::circle});
  keys.numbers("points", body.points);
  belongs("points", !body.points.empty(), {Kind::polygon});
  std::optional<std::string> digits;
  std::optional<double> angle;
  if (given && body.kind == Kind::naca) {
    digits = body.digits;
    angle = body.angle;
  }
  keys.text("digits", digits);
  belongs("digits", digits.has_value(), {Kind::naca});
  body.digits = digits.value_or(body.digits);
  keys.number("chord", body.chord);
  belongs("chord", body.chord.has_value(), {Kind::naca});
  keys.number("angle", angle);
  belongs("angle", angle.has_value(), {Kind::naca});
  body.angle = angle.value_or(body.angle);
  keys.number("value", body.value);
}

} // namespace

void walk_body(ConfigKeys& keys, std::optional<BodySpec>& body, bool value) {
  auto found = body.value_or(BodySpec{});
  if (!keys.table("body", body.has_value(),
                  [&](ConfigKeys& inner) { walk_keys(inner, found, body.has_value()); }))
    return;
  keys.refuse_if(found.value && !value, "body",
                 "has a value, which the flow finds out itself (leave it out)");
  body = found;
}

std::vector<std::uint8_t> body_mask(BodySpec const& body, Geometry const& g) {
  if (g.dimension != 2)
    throw InvalidInput(
        fmt::format("a body on a grid of {} axes (bodies are plane figures: give two axes, or an "
                    "[obstacle] by expression or file)",
                    g.dimension));
  if (body.kind == BodySpec::Kind::picture) {
    ValueSpec spec;
    spec.kind = ValueSpec::Kind::picture;
    spec.file = body.file;
    return mask_on_grid(spec, g, "the body").values.all();
  }
  auto const shape = shape_of_body(body, g);
  for (std::size_t d = 0; d < 2; ++d) {
    double const low = g.origin[d], high = low + g.length[d], slack = 1e-9 * g.length[d];
    if (shape.low[d] < low - slack || shape.high[d] > high + slack)
      throw InvalidInput(fmt::format(
          "along axis {} the body reaches from {:.6g} to {:.6g}, outside the domain from {:.6g} to "
          "{:.6g} (move it, or make it smaller)",
          d, shape.low[d], shape.high[d], low, high));
  }
  // Only what is in its box can be in the shape, and polygons take their time to say.
  auto const in_box = [&](int axis, double at) {
    auto const slack = 1e-9 * g.length[1];
    return at >= shape.low[axis] - slack && at <= shape.high[axis] + slack;
  };
  std::vector<std::uint8_t> mask;
  for (std::int64_t i = 0; i < g.nodes[0]; ++i)
    for (std::int64_t j = 0; j < g.nodes[1]; ++j) {
      double const x = g.position(0, i), y = g.position(1, j);
      mask.push_back(in_box(0, x) && in_box(1, y) && shape.inside(x, y));
    }
  if (std::count(mask.begin(), mask.end(), 1) == 0)
    throw InvalidInput(
        fmt::format("the body from ({:.6g}, {:.6g}) to ({:.6g}, {:.6g}) holds no node (make it larger than "
                    "the spacing {:.6g}, or give more nodes)",
                    shape.low[0], shape.low[1], shape.high[0], shape.high[1], g.spacing[0]));
  return mask;
}

std::optional<BodySize> given_size(BodySpec const& body, Geometry const& g) {
  switch (body.kind) {
  case BodySpec::Kind::picture:
    return {};
  case BodySpec::Kind::circle:
    return BodySize{2. * radius_of(body, g), "diameter of the circle"};
  case BodySpec::Kind::naca:
    return BodySize{chord_of(body, g), "chord of the aerofoil"};
  default:
    auto const shape = shape_of_body(body, g);
    auto const polygon = body.kind == BodySpec::Kind::polygon;
    return BodySize{polygon ? shape.high[1] - shape.low[1] : sides_of(body, g).second,
                    polygon ? "height of the polygon" : "height of the rectangle"};
  }
}

std::vector<double> naca_outline(std::string const& digits) {
  bool const four = digits.size() == 4 && std::all_of(digits.begin(), digits.end(),
                                                      [](unsigned char c) { return std::isdigit(c); });
  double const thickness = four ? (digits[2] - '0') * 0.1 + (digits[3] - '0') * 0.01 : 0.;
  if (!four || thickness == 0.)
    throw InvalidInput(fmt::format(
        "naca digits '{}' (give four digits of a profile with a thickness, such as 2412)", digits));
  double const camber = (digits[0] - '0') * 0.01, place = (digits[1] - '0') * 0.1;
  constexpr int count = 200; // points on each side, close together at both ends
  std::vector<double> upper, lower;
  for (int n = 0; n <= count; ++n) {
    double const x = 0.5 - 0.5 * std::cos(std::numbers::pi * n / count);
    double const half =
        5 * thickness * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - 0.1015 * x))));
    double line = 0., slope = 0.;
    if (camber > 0. && place > 0.) {
      double const behind = x < place ? place : 1 - place;
      line = x < place ? camber / (behind * behind) * (2 * place * x - x * x)
                       : camber / (behind * behind) * (1 - 2 * place + 2 * place * x - x * x);
      slope = 2 * camber / (behind * behind) * (place - x);
    }
    double const c = 1 / std::hypot(1., slope), s = slope * c;
    upper.insert(upper.end(), {x - half * s, line + half * c});
    lower.insert(lower.end(), {x + half * s, line - half * c});
  }
  auto points = upper;
  for (std::size_t n = lower.size(); n >= 2; n -= 2)
    points.insert(points.end(), {lower[n - 2], lower[n - 1]});
  return points;
}

} // namespace tessera::app
