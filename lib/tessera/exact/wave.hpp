// SPDX-License-Identifier: Apache-2.0
// Exact results for the wave equation's scheme: its stability limit and its frequencies; and pulses. All run
// on the host.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/stencil/weights.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace tessera {

namespace detail {

template <int order>
std::vector<double> weights_of_second_derivative() {
  auto const weights = central_weights<2, order>();
  return {weights.data(), weights.data() + weights.size()};
}

} // namespace detail

/// The weights w_0 ... w_{order / 2} of u_xx.
/// \throws InvalidInput for an order that is odd or not in 2 to 16.
inline std::vector<double> second_derivative_weights(int order) {
  switch (order) {
  case 2:
    return detail::weights_of_second_derivative<2>();
  case 4:
    return detail::weights_of_second_derivative<4>();
  case 6:
    return detail::weights_of_second_derivative<6>();
  case 8:
    return detail::weights_of_second_derivative<8>();
  case 10:
    return detail::weights_of_second_derivative<10>();
  case 12:
    return detail::weights_of_second_derivative<12>();
  case 14:
    return detail::weights_of_second_derivative<14>();
  case 16:
    return detail::weights_of_second_derivative<16>();
  }
  throw InvalidInput(detail::text("order is ", order, " (give an even one from 2 to 16)"));
}

/// The formula's value of -h^2 u_xx for u = exp(i theta x / h): theta^2 + O(theta^(order + 2)). It is largest
/// at theta = pi, the shortest wave of the grid, where it equals the sum of the weights' magnitudes: 4 for
/// order 2.
inline double second_derivative_symbol(int order, double theta) {
  auto const weights = second_derivative_weights(order);
  double sum = weights[0];
  for (std::size_t k = 1; k < weights.size(); ++k)
    sum += 2 * weights[k] * std::cos(static_cast<double>(k) * theta);
  return -sum;
}

/// The largest stable time step: 2 / (v sqrt(sum over axes of symbol(pi) / h^2)), where v is the largest
/// velocity.
inline double stable_wave_step(int order, std::vector<double> const& spacing, double largest_velocity) {
  double sum = 0;
  for (double h : spacing) sum += second_derivative_symbol(order, std::numbers::pi) / (h * h);
  return 2 / (largest_velocity * std::sqrt(sum));
}

/// The exact angular frequency in the scheme of the wave exp(i (k x - omega t)), one wave number per axis:
///
///     sin(omega dt / 2) = v dt / 2 sqrt(sum over axes of symbol(k h) / h^2)
///
/// A standing wave of the scheme that starts at rest is u_n = u_0 cos(n omega dt).
inline double discrete_wave_frequency(int order, std::vector<double> const& spacing,
                                      std::vector<double> const& wave_numbers, double velocity, double dt) {
  double sum = 0;
  for (std::size_t d = 0; d < spacing.size(); ++d)
    sum += second_derivative_symbol(order, wave_numbers[d] * spacing[d]) / (spacing[d] * spacing[d]);
  return 2 / dt * std::asin(velocity * dt / 2 * std::sqrt(sum));
}

/// Ricker's wavelet of peak frequency f (cycles per time) and height 1, with its peak at t = 1.5 / f: at t =
/// 0 it is below 1e-8. (Ricker 1953, The form and laws of propagation of seismic wavelets.)
inline double ricker(double t, double frequency) {
  double const phase = std::numbers::pi * frequency * (t - 1.5 / frequency);
  return (1 - 2 * phase * phase) * std::exp(-phase * phase);
}

} // namespace tessera
