// SPDX-License-Identifier: Apache-2.0
// The library's schemes for sources without Kokkos.
#pragma once

#include <string>
#include <vector>

namespace tessera::app {

/// tessera::scheme_names
std::vector<std::string> all_scheme_names();

} // namespace tessera::app
