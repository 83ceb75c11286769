// SPDX-License-Identifier: Apache-2.0
// The flow problem as numbers, and the way from it to a running solver.
#pragma once

#include <tessera/solver/flow/side.hpp>

#include <memory>

#include "../common/geometry.hpp"
#include "../common/node_values.hpp"
#include "../common/simulation.hpp"

namespace tessera::flow {

struct Problem {
  app::Geometry geometry;
  std::array<FlowSide, 4> sides{}; ///< in the order of tessera::face_names
  std::array<double, 4> wall_speed{};
  double viscosity = 0.;
  std::vector<double> inflow;        ///< at the nodes of the west side; empty: none
  std::vector<std::uint8_t> body;    ///< of the whole grid, row-major; empty: none
  app::NodeValues<double> vorticity; ///< at the start
  app::NodeValues<double> psi;       ///< of a checkpoint; empty: a new start
  double tolerance = 0.;             ///< of psi
  std::int64_t max_iterations = 100;
  app::SchemeSpec scheme;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis; empty: chosen
};

/// What a step found; forces over density, a unit of the body's span.
struct Step {
  double change = 0.; ///< largest |omega_new - omega| / dt
  double force_x = 0., force_y = 0., circulation = 0.;
  std::int64_t iterations = 0;
};

/// A solver with its types hidden; compiled once a precision. Members are collective; rank 0 has the fields.
class Run {
public:
  virtual ~Run() = default;
  /// The largest |u| / hx + |v| / hy, moving walls included.
  virtual double courant_rate() = 0;
  /// Waits.
  /// \throws FlowFailure, on all ranks alike, where the flow is not finite or Poisson's equation does not
  /// converge
  virtual Step step(double dt) = 0;
  virtual app::HostField vorticity() const = 0;
  virtual app::HostField psi() const = 0;
  virtual app::SchemeChoice scheme() const = 0;
  virtual double ideal_bytes_per_update() const = 0;
};

/// Allocates, validates and finds psi of the start. Collective.
/// \throws InvalidInput, on all ranks alike, for sides, bodies and schemes that can't be
template <class T>
std::unique_ptr<Run> make_run_of(Problem const& problem);
std::unique_ptr<Run> make_run(Problem const& problem, std::string const& precision);

} // namespace tessera::flow
