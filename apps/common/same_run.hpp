// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/checkpoint.hpp>

#include <vector>

#include "options.hpp"

namespace tessera::app {

/// Checks what ranks have to agree on before they share a run, since they may have been given other options
/// or files: the problem, and what is written when and where. Collective.
/// \throws InvalidInput on all ranks if one differs from rank 0
void expect_same_run(Options const& options, std::vector<io::Parameter> problem);

} // namespace tessera::app
