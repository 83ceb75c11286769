// SPDX-License-Identifier: Apache-2.0
// The lattice Boltzmann method with nine velocities in 2D.
#include "lattice_d2q9.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using LatticeD2Q9Bench = SystemBench<LatticeD2Q9<T>>;

void add_lattice_d2q9(std::int64_t n, Options const& options, Groups& groups) {
  register_types<LatticeD2Q9Bench>(n, options, groups);
}

} // namespace tessera::perf
