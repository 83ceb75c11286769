// SPDX-License-Identifier: Apache-2.0
// The wave update of order 8 in 3D.
#include "stencils.hpp"
#include "wave.hpp"

namespace tessera::perf {

// Of one parameter: clang before version 19 takes no template with a second one that has a default.
template <class T>
using Wave = WaveBench<T>;

void add_wave(std::int64_t n, Options const& options, Groups& groups) {
  register_types<Wave>(n, options, groups);
}

} // namespace tessera::perf
