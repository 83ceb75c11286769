// SPDX-License-Identifier: Apache-2.0
#include "exact.hpp"

#include <tessera/core/error.hpp>
#include <tessera/exact/heat.hpp>

#include <algorithm>
#include <numbers>

namespace tessera::wave {

namespace {

using app::FaceKind;
using std::numbers::pi;

double shortest(app::Geometry const& g) { return *std::min_element(g.length.begin(), g.length.end()); }

bool zero(app::FaceProblem const& face) {
  return std::all_of(face.values.begin(), face.values.end(), [](double v) { return v == 0.; });
}

/// Both faces of an axis let the wave pass as a mirror does that keeps its sign.
bool free_axis(WaveProblem const& problem, std::size_t axis) {
  auto const& lower = problem.faces[2 * axis];
  auto const& upper = problem.faces[2 * axis + 1];
  return lower.kind == FaceKind::neumann && upper.kind == FaceKind::neumann && zero(lower) && zero(upper);
}

bool periodic_axis(WaveProblem const& problem, std::size_t axis) {
  return problem.faces[2 * axis].kind == FaceKind::periodic;
}

/// One wavelength along an axis. sine_mode is exact at its zeros.
std::vector<double> mode(WaveProblem const& problem, std::size_t axis) {
  auto const& g = problem.geometry;
  auto const shift = free_axis(problem, axis) ? 0.25 * g.length[axis] : 0.;
  std::vector<double> factor;
  for (std::int64_t i = 0; i < g.nodes[axis]; ++i)
    factor.push_back(sine_mode(static_cast<double>(i) * g.spacing[axis] + shift, g.length[axis]));
  return factor;
}

std::vector<double> bump(WaveProblem const& problem, std::size_t axis) {
  auto const& g = problem.geometry;
  auto const sigma = 0.1 * shortest(g);
  std::vector<double> factor;
  for (std::int64_t i = 0; i < g.nodes[axis]; ++i) {
    auto const x = (static_cast<double>(i) * g.spacing[axis] - 0.5 * g.length[axis]) / sigma;
    factor.push_back(std::exp(-0.5 * x * x));
  }
  return factor;
}

std::vector<double> turns(WaveProblem const& problem, std::size_t axis) {
  std::vector<double> phase;
  for (std::int64_t i = 0; i < problem.geometry.nodes[axis]; ++i)
    phase.push_back(static_cast<double>(i) * problem.geometry.spacing[axis] / problem.geometry.length[axis]);
  return phase;
}

/// omega t of one wavelength along every axis, in turns.
double turns_of_time(WaveProblem const& problem, double time) {
  double sum = 0.;
  for (auto const length : problem.geometry.length) sum += 1. / (length * length);
  return problem.velocity * std::sqrt(sum) * time;
}

} // namespace

NamedField::NamedField(std::string const& name, WaveProblem const& problem, double time)
    : plane_(name == "plane") {
  for (std::size_t axis = 0; axis < problem.geometry.nodes.size(); ++axis) {
    if (plane_ && !periodic_axis(problem, axis))
      throw InvalidInput("a plane wave runs through every face (make all faces periodic, or take the "
                         "initial field standing)");
    along_.push_back(plane_               ? turns(problem, axis)
                     : name == "gaussian" ? bump(problem, axis)
                                          : mode(problem, axis));
  }
  along_.resize(3, {plane_ ? 0. : 1.});
  if (plane_)
    time_phase_ = turns_of_time(problem, time);
  else if (name == "standing")
    time_factor_ = std::cos(2. * pi * turns_of_time(problem, time));
}

double NamedField::operator()(std::size_t i, std::size_t j, std::size_t k) const {
  if (plane_) return sine_mode(along_[0][i] + along_[1][j] + along_[2][k] - time_phase_, 1.);
  return time_factor_ * along_[0][i] * along_[1][j] * along_[2][k];
}

app::NodeValues<double> NamedField::values(app::Geometry const& geometry) const {
  return app::held_if_alone(
      app::NodeValues<double>::at_each(app::all_nodes(geometry), [field = *this](app::NodeIndex const& node) {
        return field(static_cast<std::size_t>(node[0]), static_cast<std::size_t>(node[1]),
                     static_cast<std::size_t>(node[2]));
      }));
}

bool is_exact(std::string const& name, WaveProblem const& problem) {
  if (name != "standing" && name != "plane") return false;
  if (!problem.velocity_field.empty() || problem.source || !problem.obstacle.empty()) return false;
  if (std::any_of(problem.sponge.begin(), problem.sponge.end(), [](int width) { return width > 0; }))
    return false;
  for (std::size_t axis = 0; axis < problem.geometry.nodes.size(); ++axis) {
    auto const rigid = problem.rigid[2 * axis] && problem.rigid[2 * axis + 1];
    if (!periodic_axis(problem, axis) && !(name == "standing" && (rigid || free_axis(problem, axis))))
      return false;
  }
  return true;
}

} // namespace tessera::wave
