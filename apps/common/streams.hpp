// SPDX-License-Identifier: Apache-2.0
// Standard streams that may be closed, full or gone. What becomes of them must not end a run: its files are
// what counts.
#pragma once

#include <string>
#include <string_view>

namespace tessera::app {

/// First thing in a program. Standard streams that are closed lead nowhere from now on: a file of the run
/// that was opened under the number of one of them would get what is written to that stream. Writing to a
/// pipe that nobody reads becomes an error of that write instead of a signal.
void secure_standard_streams();

/// To stderr: progress, warnings, the line of an error. What can't be written is left out.
void say(std::string_view text) noexcept;

/// From now on say() and print() write nothing: another rank speaks for this one.
void silence() noexcept;
/// To stderr, of a rank that is silent too: why it ends the run of all.
void cry(std::string_view text) noexcept;

/// To stdout: results. Never throws; the first failure is kept for the end of the program.
void print(std::string_view text) noexcept;

/// Why something that was printed did not arrive; empty if everything did.
std::string printing_failure();

} // namespace tessera::app
