// SPDX-License-Identifier: Apache-2.0
// Runs tessera-flow as a user does.
#pragma once

#include "any_program.hpp"

namespace tessera::test {

inline Program const flow{TESSERA_FLOW};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(flow(folder, line), line);
}

} // namespace tessera::test
