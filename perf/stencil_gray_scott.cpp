// SPDX-License-Identifier: Apache-2.0
// The reaction and diffusion of Gray and Scott.
#include "gray_scott.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using GrayScottBench = SystemBench<GrayScott<T>>;

StencilEntry stencil_gray_scott() {
  return {"gray-scott", 4000, 8192, register_types<GrayScottBench, float>, takes_tiles()};
}

} // namespace tessera::perf
