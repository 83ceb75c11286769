// SPDX-License-Identifier: Apache-2.0
// From the user's options to the heat problem.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include "../common/schedule.hpp"
#include "problem.hpp"

namespace tessera::heat {

/// What only this solver asks.
struct HeatSettings {
  std::optional<app::ValueSpec> diffusivity;
};

/// What --initial sine means beyond the field: fills in the published grid, times and diffusivity where the user gave
/// none.
void apply_published_problem(app::Options& options, HeatSettings& settings);

/// The grid: of the options, or else of the file with the initial field.
app::Geometry geometry_of(app::Options const& options);

/// Bytes the run will need at the same time.
struct MemoryNeed {
  double host = 0.;
  double device = 0.;
};
MemoryNeed memory_of(app::Options const& options, HeatSettings const& settings,
                     app::Geometry const& geometry);

/// A problem ready to run, and its identity for checkpoints.
struct Prepared {
  HeatProblem problem;
  app::Schedule schedule;
  std::vector<io::Parameter> identity;
};

/// Evaluates everything, checks the time step against the stability limit, and reads the checkpoint of a restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, HeatSettings const& settings, app::Geometry const& geometry);

} // namespace tessera::heat
