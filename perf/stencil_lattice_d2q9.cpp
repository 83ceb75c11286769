// SPDX-License-Identifier: Apache-2.0
// The lattice Boltzmann method with nine velocities in 2D.
#include "lattice_d2q9.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using LatticeD2Q9Bench = SystemBench<LatticeD2Q9<T>>;

StencilEntry stencil_lattice_d2q9() {
  return {"lattice-d2q9", 4000, 8192, register_types<LatticeD2Q9Bench, double>, takes_tiles()};
}

} // namespace tessera::perf
