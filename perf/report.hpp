// SPDX-License-Identifier: Apache-2.0
// Measured rows as Google Benchmark's rows, and as a short table for a terminal.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure.hpp"

namespace tessera::perf {

/// Rows of one problem, measured in turns.
struct Group {
  std::string name;      // "heat2d/8192/float"
  std::vector<Row> rows; // among them "copy" and "loop"

  Row const& row(std::string const& wanted) const;
  void require_equal_checksums() const; // throws std::runtime_error
};

/// One benchmark a row, one repetition a turn. `measured` gives the group; it is called when the first
/// benchmark runs.
void register_rows(std::string const& group, std::vector<std::string> const& rows, int repetitions,
                   std::function<Group const&()> const& measured);

void print_table(Group const& group);

/// Initialises Google Benchmark with the context, runs what is registered.
void run_registered(int argc, char** argv);

} // namespace tessera::perf
