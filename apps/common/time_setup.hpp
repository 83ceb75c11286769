// SPDX-License-Identifier: Apache-2.0
// How time runs in a problem: steps of a length that is stable, from the start or from a checkpoint.
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <functional>

#include "geometry.hpp"
#include "node_values.hpp"
#include "schedule.hpp"

namespace tessera::app {

/// Whether dt is more than a limit. A published or decimal dt that hits the limit exactly must pass: a few
/// roundings are not an instability.
inline bool beyond_limit(double dt, double limit) { return dt > limit * (1. + 1e-12); }

/// The schedule of the options, whose step is at most `stable`, unless they allow another.
/// \param refusal what is said of a dt that is not, with its advice
/// \throws InvalidInput
Schedule stable_schedule(Options const& options, double stable,
                         std::function<std::string(double dt)> const& refusal);

/// Says how long the steps are and what limits them.
/// \param limit "0.02 = ..."
void print_time_step(Options const& options, Schedule const& schedule, double stable,
                     std::string const& limit);

/// What a run continues from.
struct Restart {
  std::int64_t step = 0;
  double time = 0.;
  std::vector<NodeValues<double>> fields; ///< in the order asked for
};

/// Reads the checkpoint of the options in the precision of the run; nothing if there is none.
/// \param fields that it must hold
/// \throws InvalidInput if it is another problem's, lies behind the last step, or lacks a field
std::optional<Restart> read_restart(Options const& options, std::vector<io::Parameter> const& identity,
                                    Geometry const& geometry, std::int64_t last_step,
                                    std::vector<std::string> const& fields);

} // namespace tessera::app
