// SPDX-License-Identifier: Apache-2.0
#include "heat_run.hpp"

namespace tessera::heat {

std::unique_ptr<app::Simulation> make_heat_run(HeatProblem const& problem, std::string const& precision) {
  auto const make = [&]<int D>(std::integral_constant<int, D>) -> std::unique_ptr<app::Simulation> {
    if (precision == "float") return std::make_unique<HeatRun<D, float>>(problem);
    return std::make_unique<HeatRun<D, double>>(problem);
  };
  switch (problem.geometry.dimension) {
  case 1:
    return make(std::integral_constant<int, 1>{});
  case 2:
    return make(std::integral_constant<int, 2>{});
  default:
    return make(std::integral_constant<int, 3>{});
  }
}

} // namespace tessera::heat
