// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"

namespace tessera::app {

/// How time runs: `steps` of `dt` from time 0.
struct Schedule {
  std::int64_t steps = 0;
  double dt = 0.;
};

/// Steps, end time and time step from any two of them.
/// \param stable the largest stable time step, for the hint where too little is given
/// \throws InvalidInput if fewer than two are given, if three disagree, or if the end is no whole number of
/// steps
Schedule make_schedule(Options const& options, double stable);

} // namespace tessera::app
