// SPDX-License-Identifier: Apache-2.0
// Elastic waves in 2D, order 4 in space.
#include "elastic2d.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Elastic2dBench = SystemBench<Elastic2d<T>>;

StencilEntry stencil_elastic2d() {
  return {"elastic2d", 4000, 8192, register_types<Elastic2dBench, double>, takes_tiles()};
}

} // namespace tessera::perf
