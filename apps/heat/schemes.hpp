// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tessera::heat {

/// Those that can step what the program computes.
std::vector<std::string> schemes();

} // namespace tessera::heat
