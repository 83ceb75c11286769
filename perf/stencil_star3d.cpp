// SPDX-License-Identifier: Apache-2.0
// The 25-point star of order 8 in 3D.
#include "star.hpp"
#include "stencils.hpp"

namespace tessera::perf {

void add_star3d(std::int64_t n, Options const& options, Groups& groups) {
  register_types<StarBench>(n, options, groups);
}

} // namespace tessera::perf
