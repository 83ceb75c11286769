// SPDX-License-Identifier: Apache-2.0
// The heat problem as numbers, and the way from it to a running solver.
#pragma once

#include "../common/face_problem.hpp"
#include "../common/node_values.hpp"
#include "../common/simulation.hpp"

namespace tessera::heat {

using app::FaceProblem, app::TimeFunction;

/// u_t = div(kappa grad u) + f(x) s(t). Fields are empty where absent.
struct HeatProblem {
  app::Geometry geometry;
  double dt = 0.;
  std::int64_t first_step = 0; ///< number of the level that `initial` is
  double diffusivity = 1.;     ///< where there is no field of it; else its largest value
  app::NodeValues<double> diffusivity_field;
  app::NodeValues<double> source;
  TimeFunction source_time;
  std::vector<FaceProblem> faces; ///< two an axis
  app::NodeValues<std::uint8_t> obstacle;
  app::NodeValues<double> initial;
  app::SchemeSpec scheme;
  app::RunLength length;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis; empty: chosen
};

/// Allocates and validates.
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
std::unique_ptr<app::Simulation> make_heat_run(HeatProblem const& problem, std::string const& precision);

} // namespace tessera::heat
