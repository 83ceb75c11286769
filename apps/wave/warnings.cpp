// SPDX-License-Identifier: Apache-2.0
#include "warnings.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>

#include "numbers.hpp"

namespace tessera::wave {

namespace {

/// A Ricker wavelet has half its largest power at 1.44 times its peak frequency; waves up to there make its
/// shape. That these keep their speed within 1.5 percent takes 10 spacings a wavelength for order 2 and 5 for
/// order 4, the custom of the field (Alford, Kelly and Boore, Geophysics 39, 1974).
constexpr double upper_share = 1.44, error = 0.015;

/// Spacings a wavelength from which on the difference formula keeps the speed of the wave.
double spacings_wanted(int order) {
  double fewest = 2., enough = 100.;
  auto const slower = [&](double spacings) {
    double const theta = 2. * std::numbers::pi / spacings;
    return 1. - std::sqrt(wave_symbol(order, theta)) / theta;
  };
  for (int n = 0; n < 50; ++n) {
    double const middle = 0.5 * (fewest + enough);
    (slower(middle) > error ? fewest : enough) = middle;
  }
  return enough;
}

/// Steps a period: the time differences make waves faster by (omega dt)^2 / 24.
double steps_wanted() { return 2. * std::numbers::pi / std::sqrt(24. * error); }

/// A number of three digits that is not above this one: advice that is followed has to satisfy.
double rounded_down(double value) {
  double const unit = std::pow(10., std::floor(std::log10(value)) - 2.);
  return std::floor(value / unit * (1. - 1e-9)) * unit;
}

double slowest_velocity(WaveProblem const& problem) {
  double slowest = problem.velocity;
  if (problem.velocity_field.empty()) return slowest;
  auto const& velocities = problem.velocity_field;
  app::NodeValues<double> outside(velocities.whole(),
                                  [velocities](app::NodeBox const& box) { return velocities.in(box); });
  if (!problem.obstacle.empty())
    app::hold_within(problem.obstacle, app::constant_field(outside.whole(), slowest), outside);
  outside.for_pieces([&](std::size_t, std::span<double const> values) {
    slowest = std::min(slowest, *std::min_element(values.begin(), values.end()));
  });
  return slowest;
}

void warn_of_sampling(WaveProblem const& problem, std::vector<std::string>& warnings) {
  if (!problem.source) return;
  auto const& g = problem.geometry;
  auto const frequency = problem.source->frequency, velocity = slowest_velocity(problem);
  auto const axis = std::max_element(g.spacing.begin(), g.spacing.end()) - g.spacing.begin();
  auto const spacing = g.spacing[static_cast<std::size_t>(axis)];
  auto const shortest = velocity / (upper_share * frequency), spacings = shortest / spacing,
             wanted = spacings_wanted(problem.order);
  if (spacings < wanted)
    warnings.push_back(
        fmt::format("the source's wavelet of frequency {:.6g} holds waves as short as {:.4g} (velocity "
                    "{:.6g} over {} times "
                    "the frequency): {:.1f} spacings of {:.4g}, and order {} carries waves of less than "
                    "{:.1f} with a wrong "
                    "speed (give a frequency of {:.3g} or less, a spacing of {:.3g} or less{})",
                    frequency, shortest, velocity, upper_share, spacings, spacing, problem.order, wanted,
                    rounded_down(frequency * spacings / wanted), rounded_down(spacing * spacings / wanted),
                    problem.order < 16 ? ", or a higher order" : ""));
  auto const steps = 1. / (upper_share * frequency * problem.dt), steps_least = steps_wanted();
  if (steps < steps_least)
    warnings.push_back(fmt::format(
        "dt {:.6g} makes {:.1f} steps of the shortest period of the source's wavelet, {:.4g} (one over "
        "{} times the frequency {:.6g}): with less than {:.1f} waves run with a wrong speed (give a "
        "dt of {:.3g} or less, or a frequency of {:.3g} or less)",
        problem.dt, steps, steps * problem.dt, upper_share, frequency, steps_least,
        rounded_down(problem.dt * steps / steps_least), rounded_down(frequency * steps / steps_least)));
}

/// The side in whose sponge a node lies, and how deep; the deepest where layers cross.
struct InSponge {
  std::size_t face = 0;
  std::int64_t depth = 0; ///< nodes from the inner edge of the layer; 0: outside
};

InSponge in_sponge(WaveProblem const& problem, std::vector<std::int64_t> const& node) {
  InSponge found;
  for (std::size_t face = 0; face < problem.sponge.size(); ++face) {
    auto const i = node[face / 2], from_side = face % 2 ? problem.geometry.nodes[face / 2] - 1 - i : i;
    if (problem.sponge[face] - from_side > found.depth) found = {face, problem.sponge[face] - from_side};
  }
  return found;
}

std::string text_of(std::vector<double> const& position) {
  return fmt::format("({:.6g})", fmt::join(position, ", "));
}

/// The nodes between which a position is interpolated, from `lower` to `upper` along each axis.
struct Support {
  std::vector<std::int64_t> lower, upper;
};

Support support_of(WaveProblem const& problem, std::vector<double> const& position) {
  auto const& g = problem.geometry;
  int const below = problem.interpolation == app::Interpolation::sinc ? 3 : 0; // nodes besides the two next
  Support support;
  for (std::size_t d = 0; d < position.size(); ++d) {
    auto const place = (position[d] - g.origin[d]) / g.spacing[d];
    auto const last = g.nodes[d] - 1;
    auto const node = std::clamp<std::int64_t>(std::llround(place), 0, last);
    bool const alone = problem.interpolation == app::Interpolation::nearest ||
                       std::fabs(place - static_cast<double>(node)) < 1e-9;
    auto const under = static_cast<std::int64_t>(std::floor(place));
    support.lower.push_back(alone ? node : std::max<std::int64_t>(0, under - below));
    support.upper.push_back(alone ? node : std::min(last, under + 1 + below));
  }
  return support;
}

bool is_frozen(WaveProblem const& problem, std::vector<std::int64_t> const& node) {
  if (problem.obstacle.empty()) return false;
  app::NodeIndex at{};
  std::copy(node.begin(), node.end(), at.begin());
  return problem.obstacle.at(at) != 0;
}

/// Whether nodes of the obstacle are in a support.
bool touches_obstacle(WaveProblem const& problem, Support const& support) {
  if (problem.obstacle.empty()) return false;
  std::int64_t count = 1;
  for (std::size_t d = 0; d < support.lower.size(); ++d) count *= support.upper[d] - support.lower[d] + 1;
  for (std::int64_t number = 0; number < count; ++number) {
    auto node = support.lower;
    auto rest = number;
    for (std::size_t d = 0; d < node.size(); ++d) {
      auto const extent = support.upper[d] - support.lower[d] + 1;
      node[d] += rest % extent;
      rest /= extent;
    }
    if (is_frozen(problem, node)) return true;
  }
  return false;
}

std::string where(WaveProblem const& problem, InSponge const& in) {
  return fmt::format("{} nodes deep in the {} of the sponge at the side {}", in.depth,
                     problem.sponge[in.face], face_names[in.face]);
}

void warn_of_sponge(WaveProblem const& problem, std::vector<std::string>& warnings) {
  char const* const advice = "(move it inside, or make the sponge narrower)";
  if (problem.source)
    if (auto const in = in_sponge(problem, problem.source->node); in.depth > 0)
      warnings.push_back(
          fmt::format("the source at {} lies {}, which damps its waves before they leave it {}",
                      text_of(problem.source->position), where(problem, in), advice));
  std::size_t count = 0, first = 0;
  InSponge in_first;
  for (std::size_t r = problem.receivers.size(); r-- > 0;)
    if (auto const in = in_sponge(problem, problem.receivers[r]); in.depth > 0) {
      ++count;
      first = r;
      in_first = in;
    }
  if (count == 0) return;
  auto const others =
      count == 1 ? std::string()
                 : fmt::format(", and {} more of {} lie in a sponge", count - 1, problem.receivers.size());
  warnings.push_back(fmt::format("receiver {} at {} lies {}, where waves are damped{} {}", first + 1,
                                 text_of(problem.receiver_positions[first]), where(problem, in_first), others,
                                 count == 1 ? advice : "(move them inside, or make the sponge narrower)"));
}

/// Whether a face keeps the nodes next to it, as many as the radius, as they are or gives them values.
bool sets_nodes(WaveProblem const& problem, std::size_t face) {
  auto const kind = problem.faces[face].kind;
  return !problem.rigid[face] && kind != app::FaceKind::neumann && kind != app::FaceKind::periodic;
}

/// The interpolated source has a part at nodes that do not move.
void warn_of_source_support(WaveProblem const& problem, std::vector<std::string>& warnings) {
  auto const support = support_of(problem, problem.source->position);
  auto const warn = [&](std::string const& what) {
    warnings.push_back(fmt::format("the source at {} is spread over nodes {} to {}, some of which {}: its "
                                   "part there moves nothing (move "
                                   "it further away, or give --interpolation linear or nearest)",
                                   text_of(problem.source->position), fmt::join(support.lower, ", "),
                                   fmt::join(support.upper, ", "), what));
  };
  if (touches_obstacle(problem, support)) warn("lie in the obstacle");
  for (std::size_t face = 0; face < problem.faces.size(); ++face) {
    auto const axis = face / 2;
    auto const from_side =
        face % 2 ? problem.geometry.nodes[axis] - 1 - support.upper[axis] : support.lower[axis];
    if (sets_nodes(problem, face) && from_side < problem.order / 2)
      warn(fmt::format("the {} face {} sets", name_of(problem.faces[face].kind), face_names[face]));
  }
}

void warn_of_obstacle(WaveProblem const& problem, std::vector<std::string>& warnings) {
  if (problem.source) {
    if (is_frozen(problem, problem.source->node))
      warnings.push_back(
          fmt::format("the source at {} lies in the obstacle, whose nodes keep their values: it moves "
                      "nothing (move it, or make the obstacle smaller)",
                      text_of(problem.source->position)));
    else
      warn_of_source_support(problem, warnings);
  }
  // Receivers in the obstacle, and those that interpolate with some of its nodes.
  for (bool const inside : {true, false}) {
    std::size_t count = 0, first = 0;
    for (std::size_t r = problem.receivers.size(); r-- > 0;) {
      bool const frozen = is_frozen(problem, problem.receivers[r]);
      if (inside ? !frozen
                 : frozen || !touches_obstacle(problem, support_of(problem, problem.receiver_positions[r])))
        continue;
      ++count;
      first = r;
    }
    if (count > 0)
      warnings.push_back(fmt::format(
          "{} of {} receivers {}, whose nodes keep their values, the first is receiver {} at {} (move them, "
          "or make the obstacle smaller{})",
          count, problem.receivers.size(),
          inside ? "lie in the obstacle" : "are interpolated with nodes of the obstacle", first + 1,
          text_of(problem.receiver_positions[first]),
          inside ? "" : ", or give --interpolation linear or nearest"));
  }
}

} // namespace

std::vector<std::string> warnings_of(WaveProblem const& problem) {
  std::vector<std::string> warnings;
  warn_of_sponge(problem, warnings);
  warn_of_obstacle(problem, warnings);
  warn_of_sampling(problem, warnings);
  return warnings;
}

} // namespace tessera::wave
