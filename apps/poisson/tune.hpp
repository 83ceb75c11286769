// SPDX-License-Identifier: Apache-2.0
// What --tune says in place of a solution.
#pragma once

#include "setup.hpp"

namespace tessera::poisson {

/// Throws InvalidInput where there is no tolerance to compare the methods at.
void refuse_tuning(PoissonSettings const& settings);

/// Solves the problem by every method, from the same start to the same tolerance, and prints the fastest as
/// options, then the times of all. A method that takes five times as long as the fastest before it is
/// stopped.
/// \throws RunFailure if none gets there
void report_methods(app::Options const& options, PoissonSettings const& settings, PoissonProblem problem,
                    std::string const& program);

} // namespace tessera::poisson
