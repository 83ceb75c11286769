// SPDX-License-Identifier: Apache-2.0
#include "poisson.hpp"
#include "poisson_types.hpp"

namespace tessera::perf {

void register_poisson_double(std::int64_t n, Options const& options, Groups& groups) {
  register_problem<Poisson<double>>(n, options, groups);
}

} // namespace tessera::perf
