// SPDX-License-Identifier: Apache-2.0
// From the user's options to the wave problem.
#pragma once

#include "../common/prepared.hpp"
#include "../common/schedule.hpp"
#include "problem.hpp"
#include "settings.hpp"

namespace tessera::wave {

/// The grid: of the options, or else of the file with the initial field or the velocity.
app::Geometry geometry_of(app::Options const& options, WaveSettings const& settings);

app::MemoryNeed memory_of(app::Options const& options, WaveSettings const& settings,
                          app::Geometry const& geometry);

struct Prepared : app::Prepared<WaveProblem> {
  app::Schedule schedule;
  double stable = 0.; ///< the largest stable time step
};

/// Evaluates everything, checks the time step against the stability limit, and reads the checkpoint of a
/// restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, WaveSettings const& settings, app::Geometry const& geometry);

/// Fills in what was left to defaults, for --print-config.
void settle(app::Options& options, WaveSettings& settings, Prepared const& prepared);

/// How the limit of the time step came about, in a line.
std::string limit_text(WaveProblem const& problem, double stable);

} // namespace tessera::wave
