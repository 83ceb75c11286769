// SPDX-License-Identifier: Apache-2.0
#include "numbers.hpp"

#include <tessera/equation/sponge.hpp>
#include <tessera/exact/wave.hpp>

namespace tessera::wave {

double wave_symbol(int order, double theta) { return second_derivative_symbol(order, theta); }

double stable_step(int order, std::vector<double> const& spacing, double largest_velocity) {
  return stable_wave_step(order, spacing, largest_velocity);
}

double ricker_pulse(double time, double frequency) { return ricker(time, frequency); }

int usual_sponge_width() { return default_sponge_width; }

} // namespace tessera::wave
