// SPDX-License-Identifier: Apache-2.0
#include "scheme_names.hpp"

#include <tessera/scheme/schemes.hpp>

namespace tessera::app {

std::vector<std::string> all_scheme_names() { return {scheme_names.begin(), scheme_names.end()}; }

} // namespace tessera::app
