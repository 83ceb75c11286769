// SPDX-License-Identifier: Apache-2.0
#include "numbers.hpp"

#include <tessera/exact/wave.hpp>

namespace tessera::maxwell {

double stable_step(std::vector<double> const& spacing, double fastest) {
  return stable_wave_step(2, spacing, fastest);
}

double yee_frequency(std::vector<double> const& spacing, std::vector<double> const& wave_numbers,
                     double velocity, double dt) {
  return discrete_wave_frequency(2, spacing, wave_numbers, velocity, dt);
}

double ricker_pulse(double time, double frequency) { return ricker(time, frequency); }

} // namespace tessera::maxwell
