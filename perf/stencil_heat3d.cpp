// SPDX-License-Identifier: Apache-2.0
// The 3D 7-point update of the heat equation.
#include "heat.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Heat3d = Heat<T, 3>;

StencilEntry stencil_heat3d() { return {"heat3d", 512, 512, register_types<Heat3d, double>, takes_tiles()}; }

} // namespace tessera::perf
