// SPDX-License-Identifier: Apache-2.0
#include "wave_run.hpp"

namespace tessera::wave {

std::unique_ptr<app::Simulation> make_wave_run(WaveProblem const& problem, std::string const& precision,
                                               app::Traces& traces) {
  auto const make = [&]<int D>(std::integral_constant<int, D>) -> std::unique_ptr<app::Simulation> {
    if (precision == "float") return std::make_unique<WaveRun<D, float>>(problem, traces);
    return std::make_unique<WaveRun<D, double>>(problem, traces);
  };
  if (problem.geometry.dimension == 2) return make(std::integral_constant<int, 2>{});
  return make(std::integral_constant<int, 3>{});
}

} // namespace tessera::wave
