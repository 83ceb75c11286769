// SPDX-License-Identifier: Apache-2.0
// Runs tessera-wave as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Outcome wave(Folder const& folder, std::string const& line) {
  return run_program(TESSERA_WAVE, folder, words(line));
}

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-wave", outcome, code, texts);
}

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(wave(folder, line), line);
}

} // namespace tessera::test
