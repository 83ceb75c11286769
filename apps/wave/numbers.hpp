// SPDX-License-Identifier: Apache-2.0
// What the library knows about the scheme, for sources that are compiled without Kokkos.
#pragma once

#include <vector>

namespace tessera::wave {

/// See tessera/exact/wave.hpp.
double wave_symbol(int order, double theta);
double stable_step(int order, std::vector<double> const& spacing, double largest_velocity);
double ricker_pulse(double time, double frequency);
int usual_sponge_width();

} // namespace tessera::wave
