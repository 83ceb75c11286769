// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config.hpp"

namespace tessera::app {

/// An option of one solver alone, taking one value; a flag where `value` is empty.
struct SolverOption {
  std::string name;    ///< "--diffusivity"
  std::string meaning; ///< for --help
  std::string value;   ///< "K"
  std::function<void(std::string const&)> set;
};

/// A program as --help shows it.
struct Program {
  std::string name;    ///< "tessera-heat"
  std::string purpose; ///< a sentence
  std::string footer;  ///< defaults and examples; the first example is short and needs no file
  std::string version;
  SolverConfig config;
  std::vector<SolverOption> options;
  bool needs_arguments = true; ///< whether it says how to use it where there are none
};

/// --blocks, of programs that share their grid between ranks: how many blocks along each axis.
SolverOption blocks_option(std::vector<std::int64_t>& blocks);

/// Reads the command line and the configuration file that it names; the command line wins.
/// \returns nothing if the user only wanted --help or --version, which have then been printed
/// \throws InvalidInput naming the option, and for an unknown one the nearest known; without arguments, where
/// they are needed, after a line of usage and an example
std::optional<Options> read_command_line(int argc, char const* const* argv, Program const& program);

} // namespace tessera::app
