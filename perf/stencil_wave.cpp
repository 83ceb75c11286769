// SPDX-License-Identifier: Apache-2.0
// The wave update of order 8 in 3D.
#include "stencils.hpp"
#include "wave.hpp"

namespace tessera::perf {

StencilEntry stencil_wave() { return {"wave", 512, 512, register_both<WaveBench>, takes_schemes()}; }

} // namespace tessera::perf
