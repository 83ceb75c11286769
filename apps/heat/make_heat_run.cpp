// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

namespace tessera::heat {

namespace {

template <class T>
std::unique_ptr<app::Simulation> for_dimension(HeatProblem const& problem) {
  switch (problem.geometry.dimension) {
  case 1:
    return make_heat_run<1, T>(problem);
  case 2:
    return make_heat_run<2, T>(problem);
  default:
    return make_heat_run<3, T>(problem);
  }
}

} // namespace

std::unique_ptr<app::Simulation> make_heat_run(HeatProblem const& problem, std::string const& precision) {
  return precision == "float" ? for_dimension<float>(problem) : for_dimension<double>(problem);
}

} // namespace tessera::heat
