// SPDX-License-Identifier: Apache-2.0
#include "maxwell_run.hpp"

template std::unique_ptr<tessera::app::Simulation>
tessera::maxwell::make_run<double, 3, true>(MaxwellProblem const&, app::Traces&);
