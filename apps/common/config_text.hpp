// SPDX-License-Identifier: Apache-2.0
// A run's configuration as a file that makes the same run.
#pragma once

#include "command_line.hpp"
#include "geometry.hpp"
#include "schedule.hpp"

namespace tessera::app {

/// Fills in the grid where the options left it to a default. A box that comes from a file is left to the
/// file, whose spacing no corners give to the last bit.
void settle_grid(Options& options, Geometry const& geometry);

/// The same value everywhere.
ValueSpec constant(double value);

/// Steps and their length in place of whichever two were given.
void settle_times(Options& options, Schedule const& schedule);

/// What --print-config prints: all keys that have a value, as TOML. Files that are read have absolute names,
/// so that the text may lie anywhere.
void print_config(Program const& program, Options options);

} // namespace tessera::app
