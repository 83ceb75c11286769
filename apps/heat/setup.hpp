// SPDX-License-Identifier: Apache-2.0
// From the user's options to the heat problem.
#pragma once

#include "../common/prepared.hpp"
#include "../common/schedule.hpp"
#include "problem.hpp"

namespace tessera::heat {

/// What only this solver asks.
struct HeatSettings {
  std::optional<app::ValueSpec> diffusivity;
  std::vector<std::int64_t> blocks; ///< of ranks, along each axis
};

/// What --initial sine means beyond the field: fills in the published grid, times and diffusivity where the
/// user gave none.
void apply_published_problem(app::Options& options, HeatSettings& settings);

/// The grid: of the options, or else of the file with the initial field.
app::Geometry geometry_of(app::Options const& options);

app::MemoryNeed memory_of(app::Options const& options, HeatSettings const& settings,
                          app::Geometry const& geometry);

struct Prepared : app::Prepared<HeatProblem> {
  app::Schedule schedule;
  double stable = 0.; ///< the largest stable time step
  std::string limit;  ///< how it came about, in a line
};

/// Evaluates everything, checks the time step against the stability limit, and reads the checkpoint of a
/// restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, HeatSettings const& settings, app::Geometry const& geometry);

/// Fills in what was left to defaults, for --print-config.
void settle(app::Options& options, HeatSettings& settings, Prepared const& prepared);

} // namespace tessera::heat
