// SPDX-License-Identifier: Apache-2.0
// From the user's options to the wave problem.
#pragma once

#include "../common/schedule.hpp"
#include "problem.hpp"
#include "settings.hpp"

namespace tessera::wave {

/// The grid: of the options, or else of the file with the initial field or the velocity.
app::Geometry geometry_of(app::Options const& options, WaveSettings const& settings);

/// Bytes the run will need at the same time.
struct MemoryNeed {
  double host = 0.;
  double device = 0.;
};
MemoryNeed memory_of(app::Options const& options, WaveSettings const& settings,
                     app::Geometry const& geometry);

/// A problem ready to run, and its identity for checkpoints.
struct Prepared {
  WaveProblem problem;
  app::Schedule schedule;
  double stable = 0.; ///< the largest stable time step
  std::vector<io::Parameter> identity;
};

/// Evaluates everything, checks the time step against the stability limit, and reads the checkpoint of a restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, WaveSettings const& settings, app::Geometry const& geometry);

/// How the limit of the time step came about, in a line.
std::string limit_text(WaveProblem const& problem, double stable);

/// Empty traces of the problem's receivers; of a restarted run those that the first part has written to its folder.
Traces make_traces(WaveProblem const& problem, std::optional<std::filesystem::path> const& folder);

} // namespace tessera::wave
