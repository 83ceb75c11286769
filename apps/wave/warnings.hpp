// SPDX-License-Identifier: Apache-2.0
// What a run may do, but hardly is what its user means.
#pragma once

#include <string>
#include <vector>

#include "problem.hpp"

namespace tessera::wave {

/// A line each: a source or receivers in a sponge, which damps what they send or hear, or in an obstacle,
/// which does not move; waves of the source that the grid or the time step samples too coarsely to carry them
/// at their speed.
std::vector<std::string> warnings_of(WaveProblem const& problem);

} // namespace tessera::wave
