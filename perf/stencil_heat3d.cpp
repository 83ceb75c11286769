// SPDX-License-Identifier: Apache-2.0
// The 3D 7-point update of the heat equation.
#include "heat.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Heat3d = Heat<T, 3>;

void add_heat3d(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Heat3d>(n, options, groups);
}

} // namespace tessera::perf
