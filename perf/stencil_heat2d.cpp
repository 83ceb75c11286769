// SPDX-License-Identifier: Apache-2.0
// The 2D 5-point update of the heat equation.
#include "heat.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Heat2d = Heat<T, 2>;

void add_heat2d(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Heat2d>(n, options, groups);
}

} // namespace tessera::perf
