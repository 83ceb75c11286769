// SPDX-License-Identifier: Apache-2.0
// Jacobi's iteration for Poisson's equation around a square body.
#include "poisson.hpp"
#include "stencils.hpp"

namespace tessera::perf {

StencilEntry stencil_poisson() { return {"poisson", 512, 512, register_types<Poisson>, takes_tiles()}; }

} // namespace tessera::perf
