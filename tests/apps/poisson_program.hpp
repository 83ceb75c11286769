// SPDX-License-Identifier: Apache-2.0
// Runs tessera-poisson as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Program const poisson{TESSERA_POISSON};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(poisson(folder, line), line);
}

} // namespace tessera::test
