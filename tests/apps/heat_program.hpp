// SPDX-License-Identifier: Apache-2.0
// Runs tessera-heat as a user does.
#pragma once

#include "program.hpp"

namespace tessera::test {

inline Outcome heat(Folder const& folder, std::vector<std::string> arguments,
                    std::function<void(pid_t)> const& meanwhile = {}) {
  return run(folder, std::move(arguments), meanwhile);
}
inline Outcome heat(Folder const& folder, std::string const& line) { return run(folder, line); }

} // namespace tessera::test
