// SPDX-License-Identifier: Apache-2.0
// Runs tessera-wave as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Program const wave{TESSERA_WAVE};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(wave(folder, line), line);
}

} // namespace tessera::test
