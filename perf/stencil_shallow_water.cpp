// SPDX-License-Identifier: Apache-2.0
// The shallow water equations by the scheme of Lax and Friedrichs.
#include "shallow_water.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using ShallowWaterBench = SystemBench<ShallowWater<T>>;

void add_shallow_water(std::int64_t n, Options const& options, Groups& groups) {
  register_types<ShallowWaterBench>(n, options, groups);
}

} // namespace tessera::perf
