// SPDX-License-Identifier: Apache-2.0
// Jacobi's iteration for Poisson's equation around a square body.
#include "poisson_types.hpp"
#include "stencils.hpp"

namespace tessera::perf {

static void register_poisson(std::int64_t n, Options const& options, Groups& groups) {
  if constexpr (!in_both_types) require_type(options, "poisson", "float");
  if (options.wants_type("float")) register_poisson_float(n, options, groups);
  if constexpr (in_both_types)
    if (options.wants_type("double")) register_poisson_double(n, options, groups);
}

StencilEntry stencil_poisson() { return {"poisson", 512, 512, register_poisson, takes_tiles()}; }

} // namespace tessera::perf
