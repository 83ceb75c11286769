// SPDX-License-Identifier: Apache-2.0
// Runs tessera-flow as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Outcome flow(Folder const& folder, std::vector<std::string> arguments) {
  return run_program(TESSERA_FLOW, folder, std::move(arguments));
}

inline Outcome flow(Folder const& folder, std::string const& line) { return flow(folder, words(line)); }

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-flow", outcome, code, texts);
}

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(flow(folder, line), line);
}

} // namespace tessera::test
