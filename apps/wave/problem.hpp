// SPDX-License-Identifier: Apache-2.0
// The wave problem as numbers, and the way from it to a running solver.
#pragma once

#include <optional>

#include "../common/face_problem.hpp"
#include "../common/node_values.hpp"
#include "../common/places.hpp"
#include "../common/simulation.hpp"
#include "../common/traces.hpp"

namespace tessera::wave {

/// A force at a position; its strength is Ricker's wavelet.
struct Source {
  std::vector<double> position;   ///< that of the nearest node if it is to be taken
  std::vector<std::int64_t> node; ///< the nearest one
  double frequency = 1.;
};

/// u_tt = v(x)^2 laplacian u + w(t) delta(x - x_source). Fields are empty where absent.
struct WaveProblem {
  app::Geometry geometry;
  int order = 8;
  double dt = 0.;
  std::int64_t first_step = 0; ///< number of the level that `initial` is
  double velocity = 1.;        ///< where there is no field of it; else the largest
  app::NodeValues<double> velocity_field;
  std::vector<app::FaceProblem> faces; ///< two an axis
  std::vector<bool> rigid;             ///< one a face: fixed, and u = 0 all over it
  std::vector<int> sponge;             ///< nodes of the layer at each face
  app::NodeValues<std::uint8_t> obstacle;
  app::NodeValues<double> initial;
  app::NodeValues<double> previous; ///< the level before; empty: `initial` is at rest
  std::optional<Source> source;
  app::Interpolation interpolation = app::Interpolation::sinc; ///< of source and receivers
  std::vector<std::vector<std::int64_t>> receivers;            ///< the nearest nodes
  std::vector<std::vector<double>> receiver_positions;         ///< those of the nodes for `nearest`
  std::int64_t receiver_every = 1;
  app::SchemeSpec scheme;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis; empty: chosen
  app::RunLength length;
};

/// Allocates and validates. The run adds its samples to `traces`, which has to outlive it.
/// \throws InvalidInput for schemes, tiles and fused steps that can't be
std::unique_ptr<app::Simulation> make_wave_run(WaveProblem const& problem, std::string const& precision,
                                               app::Traces& traces);

} // namespace tessera::wave
