// SPDX-License-Identifier: Apache-2.0
// The 25-point star of order 8 in 3D.
#include "star.hpp"
#include "stencils.hpp"

namespace tessera::perf {

StencilEntry stencil_star3d_order8() {
  return {"star3d-order8", 512, 512, register_types<StarBench, float>, takes_schemes()};
}

} // namespace tessera::perf
