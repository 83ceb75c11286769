// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in 2D by Yee's scheme.
#include "maxwell2d.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using Maxwell2dBench = SystemBench<Maxwell2d<T>>;

void add_maxwell2d(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Maxwell2dBench>(n, options, groups);
}

} // namespace tessera::perf
