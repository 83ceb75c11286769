// SPDX-License-Identifier: Apache-2.0
// Runs tessera-wave as a user does.
#pragma once

#include "program.hpp"

namespace tessera::test {

inline Outcome wave(Folder const& folder, std::vector<std::string> const& arguments,
                    std::function<void(pid_t)> const& meanwhile = {}) {
  return run_program(TESSERA_WAVE, folder, arguments, meanwhile);
}

inline Outcome wave(Folder const& folder, std::string const& line) { return wave(folder, words(line)); }

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-wave", outcome, code, texts);
}

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(wave(folder, line), line);
}

} // namespace tessera::test
