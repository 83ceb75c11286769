// SPDX-License-Identifier: Apache-2.0
#include "poisson_run.hpp"

template std::unique_ptr<tessera::poisson::PoissonRun>
tessera::poisson::make_poisson_run<2, double>(tessera::poisson::PoissonProblem const&);
