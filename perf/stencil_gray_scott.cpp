// SPDX-License-Identifier: Apache-2.0
// The reaction and diffusion of Gray and Scott.
#include "gray_scott.hpp"
#include "stencils.hpp"

namespace tessera::perf {

template <class T>
using GrayScottBench = SystemBench<GrayScott<T>>;

void add_gray_scott(std::int64_t n, Options const& options, Groups& groups) {
  register_types<GrayScottBench>(n, options, groups);
}

} // namespace tessera::perf
