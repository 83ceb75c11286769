// SPDX-License-Identifier: Apache-2.0
// Runs tessera-poisson as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Outcome poisson(Folder const& folder, std::vector<std::string> arguments) {
  return run_program(TESSERA_POISSON, folder, std::move(arguments));
}

inline Outcome poisson(Folder const& folder, std::string const& line) { return poisson(folder, words(line)); }

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-poisson", outcome, code, texts);
}

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(poisson(folder, line), line);
}

} // namespace tessera::test
