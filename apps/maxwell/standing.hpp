// SPDX-License-Identifier: Apache-2.0
// The standing wave of Yee's scheme itself, with which a run without sources agrees to rounding.
#pragma once

#include "../common/record.hpp"
#include "problem.hpp"

namespace tessera::maxwell {

/// In three dimensions it is the same at all z, and the other members are 0. Ez = sin(2 pi x / length) sin(2
/// pi y / length) cos(omega t): one wavelength an axis, between walls or periodic. At any step Ez and H are
/// known from the numerical dispersion relation
///
///     sin^2(omega dt / 2) = (v dt / h_x)^2 sin^2(k_x h_x / 2) + (v dt / h_y)^2 sin^2(k_y h_y / 2).
///
/// (Taflove and Hagness, Computational Electrodynamics, 2005, section 4.3)
class Standing {
public:
  explicit Standing(app::Geometry const& geometry);

  /// Ez at time 0.
  app::NodeValues<double> const& mode() const { return mode_; }
  /// The largest and the mean difference over all members: of `ez` and of `others`, as a Simulation gives
  /// them.
  app::Errors errors(MaxwellProblem const& problem, std::int64_t step, app::HostField const& ez,
                     std::vector<app::NamedHostField> const& others) const;
  /// What rounding may make of it: Ez and H are of the size of 1, a step rounds a few times, and waves keep
  /// what was added.
  static double rounding(std::string const& precision, std::int64_t steps);

private:
  app::NodeValues<double> mode_;
};

/// H half a step before Ez, where Ez is at rest: H changes its sign between the half steps around, so it is
/// half of what a step takes away. Sets hx and hy.
void start_at_rest(MaxwellProblem& problem);

} // namespace tessera::maxwell
