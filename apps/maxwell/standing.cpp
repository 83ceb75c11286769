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

using Field = app::NodeValues<double>;

/// The values at the next nodes along an axis, where the box is periodic (yee.hpp).
std::vector<double> next_values(Field const& field, app::NodeBox const& box, std::size_t axis) {
  auto const n = field.whole().count[axis];
  auto inside = box, first = box;
  inside.first[axis] += 1;
  bool const wraps = box.first[axis] + box.count[axis] == n;
  if (wraps) inside.count[axis] -= 1;
  first.first[axis] = 0;
  first.count[axis] = 1;
  auto const near = inside.count[axis] > 0 ? field.in(inside) : std::vector<double>();
  auto const far = wraps ? field.in(first) : std::vector<double>();
  std::vector<double> values;
  auto from_near = near.begin(), from_far = far.begin();
  std::int64_t outer = 1, row = 1; // nodes that follow each other in a step along the axis
  for (std::size_t d = 0; d < 3; ++d) (d < axis ? outer : row) *= d == axis ? 1 : box.count[d];
  for (std::int64_t o = 0; o < outer; ++o) {
    values.insert(values.end(), from_near, from_near + row * inside.count[axis]);
    from_near += row * inside.count[axis];
    if (!wraps) continue;
    values.insert(values.end(), from_far, from_far + row);
    from_far += row;
  }
  return values;
}

/// What a step adds to Hy (axis 0) or takes from Hx (axis 1), at every node: c dt / h times the difference of
/// Ez, here times a factor.
Field difference(MaxwellProblem const& problem, Field const& ez, std::size_t axis, double factor) {
  auto const ratio = problem.speed * problem.dt / problem.geometry.spacing[axis];
  return {ez.whole(), [ez, axis, ratio, factor](app::NodeBox const& box) {
            auto values = next_values(ez, box, axis);
            auto const here = ez.in(box);
            for (std::size_t n = 0; n < values.size(); ++n)
              values[n] = ratio * (values[n] - here[n]) * factor;
            return values;
          }};
}

} // namespace

Standing::Standing(app::Geometry const& g) {
  auto const along = [g](std::size_t axis, std::int64_t i) {
    return sine_mode(static_cast<double>(i) * g.spacing[axis], g.length[axis]);
  };
  // In three dimensions the wave is the same at all z; Ez of the last node lies beyond the wall.
  auto const beyond = [g](std::int64_t k) {
    return g.dimension == 3 && !g.periodic[2] && k == g.nodes[2] - 1;
  };
  mode_ = Field::at_each(app::all_nodes(g), [=](app::NodeIndex const& node) {
    return beyond(node[2]) ? 0. : along(0, node[0]) * along(1, node[1]);
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
  // Ez goes as cos(n turn), so H, whose steps add to it, as sin((n - 1/2) turn) over 2 sin(turn / 2).
  auto const h = std::sin((step - 0.5) * turn) / (2. * std::sin(0.5 * turn));
  auto const against = [&](app::HostField const& field, Field const& shape, double factor) {
    return app::errors_of(field, g, shape, factor);
  };
  auto const along_x = difference(problem, mode_, 0, 1.), along_y = difference(problem, mode_, 1, 1.);
  std::vector<app::Errors> members{against(ez, mode_, std::cos(step * turn)),
                                   against(others[0].values, along_y, -h),
                                   against(others[1].values, along_x, h)};
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
  problem.hx = app::held_if_alone(difference(problem, problem.ez, 1, 0.5));
  problem.hy = app::held_if_alone(difference(problem, problem.ez, 0, -0.5));
}

} // namespace tessera::maxwell
