// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in 2D by Yee's scheme.
#include "maxwell2d.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Maxwell2dBench = SystemBench<Maxwell2d<T>>;

StencilEntry stencil_maxwell2d() {
  return {"maxwell2d", 4000, 8192, register_types<Maxwell2dBench, double>, takes_tiles()};
}

} // namespace tessera::perf
