// SPDX-License-Identifier: Apache-2.0
#include "heat_run.hpp"

template std::unique_ptr<tessera::app::Simulation>
tessera::heat::make_heat_run<3, double>(tessera::heat::HeatProblem const&);
