// SPDX-License-Identifier: Apache-2.0
#include "initial.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::heat {

namespace {

using app::FaceKind;
using Factors = std::vector<std::vector<double>>;

/// What the two faces of an axis amount to, if they suit a solution that is a product over the axes.
std::optional<HeatEnds> ends_of(HeatProblem const& problem, std::size_t axis) {
  auto const& lower = problem.faces[2 * axis];
  auto const& upper = problem.faces[2 * axis + 1];
  auto zero = [](FaceProblem const& face) {
    return std::all_of(face.values.begin(), face.values.end(), [](double v) { return v == 0.; });
  };
  // The named fields are zero at the ends of an axis, and there a fixed face keeps them.
  auto cold = [&](FaceProblem const& face) {
    return face.kind == FaceKind::fixed || (face.kind == FaceKind::value && zero(face));
  };
  auto insulated = [&](FaceProblem const& face) { return face.kind == FaceKind::neumann && zero(face); };
  if (lower.kind == FaceKind::periodic) return HeatEnds::periodic;
  if (cold(lower) && cold(upper)) return HeatEnds::cold;
  if (insulated(lower) && insulated(upper)) return HeatEnds::insulated;
  return {};
}

double shortest(app::Geometry const& g) { return *std::min_element(g.length.begin(), g.length.end()); }

std::vector<double> sine_factor(app::Geometry const& g, std::size_t axis, double decay) {
  std::vector<double> factor;
  for (std::int64_t i = 0; i < g.nodes[axis]; ++i)
    factor.push_back(decay * sine_mode(static_cast<double>(i) * g.spacing[axis], g.length[axis]));
  return factor;
}

std::vector<double> gaussian_factor(HeatProblem const& problem, std::size_t axis, double time,
                                    HeatEnds ends) {
  auto const& g = problem.geometry;
  std::vector<double> factor;
  for (std::int64_t i = 0; i < g.nodes[axis]; ++i)
    factor.push_back(gaussian_heat(g.position(static_cast<int>(axis), i), time, problem.diffusivity,
                                   g.origin[axis] + 0.5 * g.length[axis], 0.1 * shortest(g), g.origin[axis],
                                   g.length[axis], ends));
  return factor;
}

app::NodeValues<double> hot_spot(app::Geometry const& g) {
  return app::NodeValues<double>::at_each(
      app::all_nodes(g), [g, radius = 0.2 * shortest(g)](app::NodeIndex const& at) {
        double square = 0.;
        for (std::size_t d = 0; d < g.nodes.size(); ++d) {
          auto const distance = static_cast<double>(at[d]) * g.spacing[d] - 0.5 * g.length[d];
          square += distance * distance;
        }
        return square <= radius * radius ? 1. : 0.;
      });
}

Factors factors_of(std::string const& initial, HeatProblem const& problem, double time) {
  Factors factors;
  auto const& g = problem.geometry;
  for (std::size_t axis = 0; axis < g.nodes.size(); ++axis)
    factors.push_back(
        initial == "sine"
            ? sine_factor(g, axis, sine_decay(problem.diffusivity, g.length[axis], time))
            : gaussian_factor(problem, axis, time, ends_of(problem, axis).value_or(HeatEnds::cold)));
  return factors;
}

} // namespace

app::NodeValues<double> named_initial(std::string const& name, HeatProblem const& problem) {
  if (name == "hot-spot") return app::held_if_alone(hot_spot(problem.geometry));
  return app::held_if_alone(app::NodeValues<double>::at_each(
      app::all_nodes(problem.geometry), [factors = factors_of(name, problem, 0.)](app::NodeIndex const& at) {
        double product = 1.;
        for (std::size_t d = 0; d < factors.size(); ++d)
          product *= factors[d][static_cast<std::size_t>(at[d])];
        return product;
      }));
}

std::optional<Factors> exact_solution(std::string const& initial, HeatProblem const& problem, double time) {
  if (initial != "sine" && initial != "gaussian") return {};
  if (!problem.diffusivity_field.empty() || !problem.source.empty() || !problem.obstacle.empty()) return {};
  for (std::size_t axis = 0; axis < problem.geometry.nodes.size(); ++axis) {
    auto const ends = ends_of(problem, axis);
    if (!ends || (initial == "sine" && *ends == HeatEnds::insulated)) return {};
  }
  return factors_of(initial, problem, time);
}

} // namespace tessera::heat
