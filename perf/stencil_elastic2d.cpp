// SPDX-License-Identifier: Apache-2.0
// Elastic waves in 2D, order 4 in space.
#include "elastic2d.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Elastic2dBench = SystemBench<Elastic2d<T>>;

void add_elastic2d(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Elastic2dBench>(n, options, groups);
}

} // namespace tessera::perf
