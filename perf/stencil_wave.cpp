// SPDX-License-Identifier: Apache-2.0
// The wave update of order 8 in 3D.
#include "stencils.hpp"
#include "wave.hpp"

namespace tessera::perf {

void add_wave(std::int64_t n, Options const& options, Groups& groups) {
  register_types<WaveBench>(n, options, groups);
}

} // namespace tessera::perf
