// SPDX-License-Identifier: Apache-2.0
// Exact results for the heat equation and its FTCS scheme: the stability limit, and solutions from which
// errors are measured. The functions run on the host and need no Kokkos.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

namespace tessera {

/// The largest stable time step of FTCS; infinite where nothing diffuses. FTCS is stable while the sum of r_d
/// = kappa dt / h_d^2 over the axes is at most 1/2 where the diffusivity is largest (equation (26) of
/// Cuellar, Martin and Pastor, here for any number of axes).
inline double stable_heat_step(std::vector<double> const& spacing, double largest_diffusivity) {
  double sum = 0;
  for (double h : spacing) sum += 1 / (h * h);
  return 0.5 / (largest_diffusivity * sum);
}

/// The kind of an axis's two ends, for solutions that are products over the axes.
enum class HeatEnds {
  cold,      ///< u = 0 at both ends
  insulated, ///< du/dn = 0 at both ends
  periodic,
};

/// sin(2 pi x / length), with exact zeros at 0, length / 2 and length and exact symmetry about them.
inline double sine_mode(double x, double length) {
  double const turn = x / length;
  double part = turn - std::round(turn); // [-1/2, 1/2]
  if (part > 0.25) part = 0.5 - part;
  if (part < -0.25) part = -0.5 - part;
  return std::sin(2 * std::numbers::pi * part);
}

/// The factor by which the mode sin(2 pi x / length) along one axis decays in time t: exp(-kappa (2 pi /
/// length)^2 t). The solution of the problem (27)-(30) of Cuellar, Martin and Pastor is the product over its
/// axes.
inline double sine_decay(double diffusivity, double length, double t) {
  double const wave_number = 2 * std::numbers::pi / length;
  return std::exp(-diffusivity * wave_number * wave_number * t);
}

/// One axis's share 4 r sin^2(pi h / length) of that mode's loss in a step: every step of FTCS multiplies the
/// mode exactly by 1 minus the sum of these shares over the axes.
inline double sine_step_loss(double ratio, double spacing, double length) {
  double const sine = std::sin(std::numbers::pi * spacing / length);
  return 4 * ratio * sine * sine;
}

/// The heat along one axis after time t of a Gaussian that has width `sigma`, height 1 and centre `centre` at
/// t = 0. The ends of [lower, lower + length] act through images of it: mirrored with the sign changed where
/// cold, mirrored where insulated, repeated where periodic.
inline double gaussian_heat(double x, double t, double diffusivity, double centre, double sigma, double lower,
                            double length, HeatEnds ends) {
  double const variance = sigma * sigma + 2 * diffusivity * t;
  auto const free = [&](double distance) { return std::exp(-distance * distance / (2 * variance)); };
  // Images more than 12 widths away do not change a double.
  int const count = static_cast<int>(std::ceil(12 * std::sqrt(variance) / length)) + 1;
  double const period = ends == HeatEnds::periodic ? length : 2 * length;
  double sum = 0;
  for (int n = -count; n <= count; ++n) {
    sum += free(x - centre - n * period);
    double const mirrored = free(x - (2 * lower - centre) - n * period);
    if (ends == HeatEnds::cold) sum -= mirrored;
    if (ends == HeatEnds::insulated) sum += mirrored;
  }
  return sum * sigma / std::sqrt(variance);
}

} // namespace tessera
