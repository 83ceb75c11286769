// SPDX-License-Identifier: Apache-2.0
// Runs tessera-maxwell as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Program const maxwell{TESSERA_MAXWELL};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(maxwell(folder, line), line);
}

} // namespace tessera::test
