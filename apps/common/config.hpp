// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "config_table.hpp"
#include "shared_options.hpp"

namespace tessera::app {

/// What a solver adds to the configuration that all share, and what it takes of that.
struct SolverConfig {
  std::string section;                    ///< "heat"
  std::function<void(ConfigTable&)> read; ///< reads the section's keys
  std::vector<std::string> initial_names; ///< analytic initial fields
  Taken taken;                            ///< of the options that all share
};

/// Reads the configuration file into `options`.
/// \throws InvalidInput naming file, line and key
void read_config(std::filesystem::path const& file, SolverConfig const& solver, Options& options);

} // namespace tessera::app
