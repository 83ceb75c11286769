// SPDX-License-Identifier: Apache-2.0
// What --tune says in place of a run.
#pragma once

#include "options.hpp"
#include "record.hpp"

namespace tessera::app {

/// What the tuner found.
struct FoundScheme {
  SchemeSpec scheme;
  double seconds_a_step = 0.;
  bool measured = false; ///< by this run or an earlier one; else a model says so
};

/// For the stepper that was made last; nothing where the tuner was not asked.
std::optional<FoundScheme> const& found_scheme();

/// Prints that scheme as options, and its rate. The record has the nodes.
/// \throws RunFailure where only the model was asked
void report_tuning(Record& record, std::string const& program, Options const& options);

} // namespace tessera::app
