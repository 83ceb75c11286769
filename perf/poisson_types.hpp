// SPDX-License-Identifier: Apache-2.0
// Jacobi's iteration in either precision. Each is a source of its own, which takes nvcc minutes.
#pragma once

#include <cstdint>

#include "options.hpp"
#include "problem.hpp"

namespace tessera::perf {

void register_poisson_float(std::int64_t n, Options const& options, Groups& groups);
void register_poisson_double(std::int64_t n, Options const& options, Groups& groups);

} // namespace tessera::perf
