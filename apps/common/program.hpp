// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace tessera::app {

/// Runs a program's body and turns what it throws into one line on stderr and an exit code: 2 for what the
/// user can mend in the input, 1 for everything that fails at run time, printing included. Standard streams
/// are secured first, and signals that ask to stop are answered from the beginning. The body runs on the
/// ranks that a launcher started, see team.hpp: what all of them throw together is said once; an error of one
/// rank alone ends the job.
int run_program(std::string const& name, std::function<void()> const& body);

} // namespace tessera::app
