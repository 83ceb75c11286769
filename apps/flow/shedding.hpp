// SPDX-License-Identifier: Apache-2.0
// What the second half of a run says about the forces on a body.
#pragma once

#include <optional>

#include "history.hpp"

namespace tessera::flow {

struct Shedding {
  double mean_drag = 0., mean_lift = 0.;
  double rms_lift = 0.;            ///< about its mean
  std::optional<double> frequency; ///< of the lift; none where it does not swing regularly
  int periods = 0;                 ///< that the frequency is the mean of
};

/// Means by time over the moments after half the time of the last. The frequency is that of upward crossings
/// of the mean lift, between moments on a straight line. It is none unless there are three periods, alike
/// within 5 percent, of a lift that swings by more than a thousandth of the drag.
std::optional<Shedding> shedding_of(std::vector<Moment> const& moments);

} // namespace tessera::flow
