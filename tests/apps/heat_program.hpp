// SPDX-License-Identifier: Apache-2.0
// Runs tessera-heat as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Program const heat{TESSERA_HEAT};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(heat(folder, line), line);
}

} // namespace tessera::test
