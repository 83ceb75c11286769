// SPDX-License-Identifier: Apache-2.0
// The one list of the options that programs share, and what a program takes of them. Help, command line and
// configuration file all follow it.
#pragma once

#include <string>
#include <vector>

#include "text.hpp"

namespace tessera::app {

/// A flag where `value` is empty.
struct SharedOption {
  std::string name;    ///< "--end-time"; the key of a configuration file is "end-time"
  std::string value;   ///< "T"
  std::string meaning; ///< for --help
  std::string group;
  bool by_all; ///< whether every program takes it
};

/// What one program takes.
struct Taken {
  std::vector<std::string> options; ///< of those that not every program takes
  std::vector<std::string> schemes; ///< beside auto
  Range axes{1, 3};                 ///< of its grids
  std::string without; ///< why not the others, and what to do: "it makes no time steps (leave it out)"
  std::string steps = "Time steps"; ///< what --steps means
  std::string precision = "double"; ///< the default; empty: the program decides
};

/// Time steps, how long they are, what is written between them, and how to go on.
std::vector<std::string> time_options();
/// time_options and those of schemes: all that not every program takes.
std::vector<std::string> all_options();

/// The schemes that the program takes, auto with them.
std::vector<std::string> schemes_of(Taken const& taken);

/// The options of a program as its --help shows them.
/// \param names whether there are initial fields by name
std::vector<SharedOption> options_of(Taken const& taken, bool names);

/// Whether the program takes the option of this name, with or without its dashes.
bool takes(Taken const& taken, std::string const& name);

/// Throws InvalidInput if there is an option of this name, shared or another program's, which this one does
/// not take.
void refuse_foreign_option(std::string const& name, std::string const& program, Taken const& taken);

/// Throws InvalidInput for a scheme that the program does not have.
void check_scheme(std::string const& name, std::string const& program, Taken const& taken);

} // namespace tessera::app
