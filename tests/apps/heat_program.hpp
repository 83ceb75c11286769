// SPDX-License-Identifier: Apache-2.0
// Runs tessera-heat as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Outcome heat(Folder const& folder, std::vector<std::string> arguments,
                    std::function<void(pid_t)> const& meanwhile = {},
                    std::function<void()> const& prepare = {}) {
  return run_program(TESSERA_HEAT, folder, std::move(arguments), meanwhile, prepare);
}

inline Outcome heat(Folder const& folder, std::string const& line) { return heat(folder, words(line)); }

inline void expect_error(Outcome const& outcome, int code, std::vector<std::string> const& texts) {
  expect_error_of("tessera-heat", outcome, code, texts);
}

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(heat(folder, line), line);
}

} // namespace tessera::test
