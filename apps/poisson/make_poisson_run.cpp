// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>

#include "problem.hpp"

namespace tessera::poisson {

std::unique_ptr<PoissonRun> make_poisson_run(PoissonProblem const& problem, std::string const& precision) {
  bool const single = precision == "float";
  if (problem.geometry.dimension == 2)
    return single ? make_poisson_run<2, float>(problem) : make_poisson_run<2, double>(problem);
  return single ? make_poisson_run<3, float>(problem) : make_poisson_run<3, double>(problem);
}

} // namespace tessera::poisson
