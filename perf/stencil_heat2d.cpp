// SPDX-License-Identifier: Apache-2.0
// The 2D 5-point update of the heat equation.
#include "heat.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Heat2d = Heat<T, 2>;

/// In both types in every build: the tests of the scripts want both.
static void register_both(std::int64_t n, Options const& options, Groups& groups) {
  if (options.wants_type("float")) register_problem<Heat2d<float>>(n, options, groups);
  if (options.wants_type("double")) register_problem<Heat2d<double>>(n, options, groups);
}

StencilEntry stencil_heat2d() { return {"heat2d", 8192, 16384, register_both, takes_tiles()}; }

} // namespace tessera::perf
