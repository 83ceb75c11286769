// SPDX-License-Identifier: Apache-2.0
// Jacobi's iteration for Poisson's equation around a square body.
#include "poisson.hpp"
#include "stencils.hpp"

namespace tessera::perf {

void add_poisson(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Poisson>(n, options, groups);
}

} // namespace tessera::perf
