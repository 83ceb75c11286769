// SPDX-License-Identifier: Apache-2.0
// The 2D 5-point update of the heat equation.
#include "heat.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Heat2d = Heat<T, 2>;

StencilEntry stencil_heat2d() { return {"heat2d", 8192, 16384, register_both<Heat2d>, takes_tiles()}; }

} // namespace tessera::perf
