// SPDX-License-Identifier: Apache-2.0
#include "standing.hpp"

#include <tessera/exact/heat.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include "../common/exact_errors.hpp"
#include "numbers.hpp"

namespace tessera::maxwell {

namespace {

/// What a step takes from Hx and adds to Hy, at every node: c dt / h times the difference of Ez. The box is
/// periodic (yee.hpp).
struct Differences {
  std::vector<double> along_x, along_y;

  Differences(MaxwellProblem const& problem, std::vector<double> const& ez) {
    auto const& g = problem.geometry;
    auto const n0 = static_cast<std::size_t>(g.nodes[0]), n1 = static_cast<std::size_t>(g.nodes[1]),
               n2 = g.dimension == 3 ? static_cast<std::size_t>(g.nodes[2]) : 1;
    auto const ratio = [&](std::size_t axis) { return problem.speed * problem.dt / g.spacing[axis]; };
    app::for_each_index(g, [&](std::size_t index, std::size_t i, std::size_t j, std::size_t k) {
      along_x.push_back(ratio(0) * (ez[((i + 1) % n0 * n1 + j) * n2 + k] - ez[index]));
      along_y.push_back(ratio(1) * (ez[(i * n1 + (j + 1) % n1) * n2 + k] - ez[index]));
    });
  }
};

} // namespace

Standing::Standing(app::Geometry const& g) {
  auto const along = [&](std::size_t axis, std::size_t i) {
    return sine_mode(static_cast<double>(i) * g.spacing[axis], g.length[axis]);
  };
  // In three dimensions the wave is the same at all z; Ez of the last node lies beyond the wall.
  auto const beyond = [&](std::size_t k) {
    return g.dimension == 3 && !g.periodic[2] && static_cast<std::int64_t>(k) == g.nodes[2] - 1;
  };
  app::for_each_index(g, [&](std::size_t, std::size_t i, std::size_t j, std::size_t k) {
    mode_.push_back(beyond(k) ? 0. : along(0, i) * along(1, j));
  });
}

app::Errors Standing::errors(MaxwellProblem const& problem, std::int64_t level, app::HostField const& ez,
                             std::vector<app::NamedHostField> const& others) const {
  auto const& g = problem.geometry;
  std::vector<double> wave_numbers;
  for (double length : g.length) wave_numbers.push_back(2. * std::numbers::pi / length);
  if (g.dimension == 3) wave_numbers[2] = 0.;
  auto const turn = problem.dt * yee_frequency(g.spacing, wave_numbers,
                                               problem.speed / std::sqrt(problem.permittivity), problem.dt);
  auto const step = static_cast<double>(level);
  Differences const differences(problem, mode_);
  // Ez goes as cos(n turn), so H, whose steps add to it, as sin((n - 1/2) turn) over 2 sin(turn / 2).
  auto const h = std::sin((step - 0.5) * turn) / (2. * std::sin(0.5 * turn));
  auto const n1 = static_cast<std::size_t>(g.nodes[1]),
             n2 = g.dimension == 3 ? static_cast<std::size_t>(g.nodes[2]) : 1;
  auto const against = [&](app::HostField const& field, std::vector<double> const& shape, double factor) {
    return app::errors_of(field, g, [&](std::size_t i, std::size_t j, std::size_t k) {
      return factor * shape[(i * n1 + j) * n2 + k];
    });
  };
  std::vector<app::Errors> members{against(ez, mode_, std::cos(step * turn)),
                                   against(others[0].values, differences.along_y, -h),
                                   against(others[1].values, differences.along_x, h)};
  for (std::size_t m = 2; m < others.size(); ++m) members.push_back(against(others[m].values, mode_, 0.));
  app::Errors all;
  double squares = 0.;
  for (auto const& one : members) {
    all.max = std::max(all.max, one.max);
    squares += one.rms * one.rms / static_cast<double>(members.size());
  }
  all.rms = std::sqrt(squares);
  return all;
}

double Standing::rounding(std::string const& precision, std::int64_t steps) {
  double const unit =
      precision == "float" ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  return 4. * unit * (25. + static_cast<double>(steps));
}

void start_at_rest(MaxwellProblem& problem) {
  Differences differences(problem, problem.ez);
  problem.hx = std::move(differences.along_y);
  problem.hy = std::move(differences.along_x);
  for (double& h : problem.hx) h *= 0.5;
  for (double& h : problem.hy) h *= -0.5;
}

} // namespace tessera::maxwell
