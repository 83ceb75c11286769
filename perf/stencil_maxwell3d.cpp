// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in 3D by Yee's scheme.
#include "maxwell3d.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Maxwell3dBench = SystemBench<Maxwell3d<T>>;

StencilEntry stencil_maxwell3d() {
  return {"maxwell3d", 256, 512, register_types<Maxwell3dBench, float>, takes_tiles()};
}

} // namespace tessera::perf
