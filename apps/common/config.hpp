// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config_keys.hpp"
#include "shared_options.hpp"

namespace tessera::app {

/// What a solver adds to the configuration that all share, and what it takes of that.
struct SolverConfig {
  std::string section;                    ///< "heat"
  std::function<void(ConfigKeys&)> keys;  ///< of the section
  std::vector<std::string> initial_names; ///< analytic initial fields
  std::vector<std::string> refused;       ///< tables that all share and this one refuses in its own words
  Taken taken;                            ///< of the options that all share
};

/// Walks over all keys of a program's configuration.
void walk_config(ConfigKeys& keys, SolverConfig const& solver, Options& options);

/// Reads the configuration file into `options`.
/// \throws InvalidInput naming file, line and key
void read_config(std::filesystem::path const& file, SolverConfig const& solver, Options& options);

} // namespace tessera::app
