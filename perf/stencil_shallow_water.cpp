// SPDX-License-Identifier: Apache-2.0
// The shallow water equations by the scheme of Lax and Friedrichs.
#include "shallow_water.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using ShallowWaterBench = SystemBench<ShallowWater<T>>;

StencilEntry stencil_shallow_water() {
  return {"shallow-water", 4000, 8192, register_types<ShallowWaterBench, float>, takes_tiles()};
}

} // namespace tessera::perf
