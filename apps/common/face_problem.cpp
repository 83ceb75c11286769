// SPDX-License-Identifier: Apache-2.0
#include "face_problem.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
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

std::vector<FaceProblem> evaluated_faces(Options const& options, Geometry const& geometry,
                                         std::vector<io::Parameter>& identity) {
  std::vector<FaceProblem> faces;
  for (std::size_t face = 0; face < 2 * geometry.nodes.size(); ++face) {
    auto const& spec = options.faces[face];
    FaceProblem made{spec.kind, {}, time_function(spec.time)};
    std::string text = name_of(spec.kind);
    if (spec.kind == FaceKind::value || spec.kind == FaceKind::neumann) {
      made.values = values_on_face(spec.value, geometry, face, options.precision);
      made.time = checked(made.time, made.values, spec.kind == FaceKind::value,
                          fmt::format("the boundary value on face {}", face_names[face]), options.precision);
      text += fmt::format(" {}{}", description(spec.value, made.values), times_text(spec.time));
    }
    faces.push_back(std::move(made));
    identity.push_back({fmt::format("boundary {}", face_names[face]), text});
  }
  return faces;
}

std::vector<std::uint8_t> evaluated_obstacle(Options const& options, Geometry const& geometry,
                                             std::vector<double>& initial,
                                             std::vector<io::Parameter>& identity) {
  if (!options.obstacle) return {};
  auto const mask = mask_on_grid(options.obstacle->mask, geometry, "the obstacle");
  auto text = description(options.obstacle->mask, std::vector<double>(mask.begin(), mask.end()));
  if (options.obstacle->value) {
    auto const held =
        values_on_grid(*options.obstacle->value, geometry, "the obstacle's value", options.precision);
    for (std::size_t i = 0; i < held.size(); ++i)
      if (mask[i]) initial[i] = held[i];
    text += fmt::format(" holding {}", description(*options.obstacle->value, held));
  }
  identity.push_back({"obstacle", text});
  return mask;
}

} // namespace tessera::app
