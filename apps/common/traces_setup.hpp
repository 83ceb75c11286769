// SPDX-License-Identifier: Apache-2.0
// From the user's receivers to their nodes and traces.
#pragma once

#include "geometry.hpp"
#include "places.hpp"
#include "traces.hpp"

namespace tessera::app {

/// \throws InvalidInput for less than 1
std::int64_t checked_receiver_every(std::int64_t every);

/// The nodes nearest to the positions of the file; none without a file.
/// \throws InvalidInput
std::vector<std::vector<std::int64_t>> receiver_nodes(std::optional<std::filesystem::path> const& file,
                                                      Geometry const& geometry,
                                                      std::vector<double> const& offset = {});

/// The positions of the file, which have to lie in the grid; none without a file.
/// \throws InvalidInput
std::vector<std::vector<double>> receiver_positions(std::optional<std::filesystem::path> const& file,
                                                    Geometry const& geometry);

/// The positions of nodes.
std::vector<std::vector<double>> positions_of(std::vector<std::vector<std::int64_t>> const& nodes,
                                              Geometry const& geometry);

/// Empty traces of receivers at these positions; of a restarted run those that the first part has written to
/// its folder. \param first_step the number of the level that the run begins with
Traces make_traces(Options const& options, std::vector<std::vector<double>> const& positions,
                   Interpolation interpolation, std::int64_t every, double dt, std::int64_t first_step);

/// The files that Traces::write writes.
std::vector<std::string> trace_files();

/// Warns where there are receivers and no folder for their traces.
void warn_of_lost_traces(std::string const& program, Options const& options,
                         std::vector<std::vector<std::int64_t>> const& receivers);

} // namespace tessera::app
