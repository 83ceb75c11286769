// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.hpp"

namespace tessera::app {

/// How time runs: `steps` of `dt` from time 0.
struct Schedule {
  std::int64_t steps = 0;
  double dt = 0.;
  bool chosen = false; ///< whether nobody gave the time step, directly or by the two others
};

/// What part of the largest stable time step is taken where none is given.
inline constexpr double usual_part_of_stable = 0.9;

/// Steps, end time and time step from any two of them. Without a time step, and with one of the others alone,
/// it is usual_part_of_stable of the largest, or what is left of that where whole steps reach the end time.
/// \param stable the largest stable time step
/// \throws InvalidInput if neither steps nor end time are given, if three disagree, or if the end is no whole
/// number of steps
Schedule make_schedule(Options const& options, double stable);

} // namespace tessera::app
