// SPDX-License-Identifier: Apache-2.0
#include "face_problem.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "expression.hpp"
#include "values.hpp"

namespace tessera::app {

TimeFunction time_function(std::optional<std::string> const& text) {
  if (!text) return {};
  auto expression = std::make_shared<Expression>(*text, std::vector<std::string>{"t"});
  return [expression](double t) { return (*expression)({t}); };
}

std::string times_text(std::optional<std::string> const& time) {
  return time ? fmt::format(" times {}", *time) : std::string();
}

namespace {

double magnitude(std::vector<double> const& values) {
  double largest = 0.;
  for (double const v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

} // namespace

std::vector<FaceProblem> evaluated_faces(Options const& options, Geometry const& geometry,
                                         std::vector<io::Parameter>& identity) {
  std::vector<FaceProblem> faces;
  for (std::size_t face = 0; face < 2 * geometry.nodes.size(); ++face) {
    auto const& spec = options.faces[face];
    FaceProblem made{spec.kind, {}, time_function(spec.time)};
    std::string text = name_of(spec.kind);
    if (spec.kind == FaceKind::value || spec.kind == FaceKind::neumann) {
      made.values = values_on_face(spec.value, geometry, face, options.precision);
      made.time = checked(made.time, magnitude(made.values), spec.kind == FaceKind::value,
                          fmt::format("the boundary value on face {}", face_names[face]), options.precision);
      text += fmt::format(" {}{}", description(spec.value, made.values), times_text(spec.time));
    }
    faces.push_back(std::move(made));
    identity.push_back({fmt::format("boundary {}", face_names[face]), text});
  }
  return faces;
}

NodeValues<std::uint8_t> evaluated_obstacle(Options const& options, Geometry const& geometry,
                                            NodeValues<double>& initial,
                                            std::vector<io::Parameter>& identity) {
  if (!options.obstacle) return {};
  auto [mask, text] = mask_on_grid(options.obstacle->mask, geometry, "the obstacle");
  if (options.obstacle->value) {
    auto const held =
        values_on_grid(*options.obstacle->value, geometry, "the obstacle's value", options.precision);
    hold_within(mask, held.values, initial);
    text += fmt::format(" holding {}", held.text);
  }
  identity.push_back({"obstacle", text});
  return mask;
}

void hold_within(NodeValues<std::uint8_t> const& mask, NodeValues<double> const& held,
                 NodeValues<double>& field) {
  field.change([mask, held](NodeBox const& box, std::vector<double>& values) {
    auto const marks = mask.in(box);
    auto const inside = held.in(box);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (marks[i]) values[i] = inside[i];
  });
}

} // namespace tessera::app
