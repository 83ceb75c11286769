// SPDX-License-Identifier: Apache-2.0
// From the user's options to the problem.
#pragma once

#include "../common/prepared.hpp"
#include "../common/schedule.hpp"
#include "settings.hpp"

namespace tessera::maxwell {

/// The number of nodes: of the options, or else of the file with the initial field or the permittivity.
/// \throws InvalidInput if there are not two or three axes
std::vector<std::int64_t> nodes_of(app::Options const& options, Settings const& settings);

/// Refuses what the program does not take of the configuration that all share, gives every axis a word in
/// `settings`, and makes the faces of periodic axes so.
void settle_walls(app::Options& options, Settings& settings, std::size_t axes);

app::Geometry geometry_of(app::Options const& options, Settings const& settings,
                          std::vector<std::int64_t> const& nodes);

app::MemoryNeed memory_of(app::Options const& options, Settings const& settings,
                          app::Geometry const& geometry);

struct Prepared : app::Prepared<MaxwellProblem> {
  app::Schedule schedule;
  double stable = 0.;                       ///< the largest stable time step
  std::string limit;                        ///< how it came about, in a line
  app::NodeValues<std::uint8_t> conductors; ///< not zero in them, walls left out; empty: none
  bool standing = false;                    ///< whether the run is the scheme's standing wave
};

/// Evaluates everything, checks the time step against the stability limit, and reads the checkpoint of a
/// restart.
/// \throws InvalidInput
Prepared prepare(app::Options const& options, Settings const& settings, app::Geometry const& geometry);

/// Fills in what was left to defaults, for --print-config.
void settle(app::Options& options, Settings& settings, Prepared const& prepared);

} // namespace tessera::maxwell
