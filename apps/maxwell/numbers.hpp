// SPDX-License-Identifier: Apache-2.0
// What the library knows about Yee's scheme, which has the stability limit and the frequencies of the wave
// equation's scheme of order 2. For sources that are compiled without Kokkos.
#pragma once

#include <vector>

namespace tessera::maxwell {

/// 1 / (v sqrt(sum of 1 / h^2)). (Taflove and Hagness, Computational Electrodynamics, 2005, eq. 4.60)
double stable_step(std::vector<double> const& spacing, double fastest);
/// The angular frequency in the scheme of a standing wave with these wave numbers, one an axis.
double yee_frequency(std::vector<double> const& spacing, std::vector<double> const& wave_numbers,
                     double velocity, double dt);
double ricker_pulse(double time, double frequency);

} // namespace tessera::maxwell
