// SPDX-License-Identifier: Apache-2.0
// Interpolation along an axis: the weights of the nodes around a position between nodes.
#pragma once

#include <tessera/core/index.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace tessera {

/// How a value at a position is made of values at nodes.
///
/// - nearest: the value of the nearest node.
/// - linear: exact for polynomials of degree 1; of a wave of wavenumber k it loses up to (k h)^2 / 8 of the
///   amplitude.
/// - sinc: a sinc under a Kaiser window of half-width 4 and b = 6.31 (Hicks 2002, Arbitrary source and
///   receiver positioning in finite-difference schemes using Kaiser windowed sinc functions, Geophysics 67,
///   156-166, table 1, for waves of 4 spacings and more). An axis has an error of at most 0.14 percent for
///   such waves, and of 0.1 percent from 5 spacings on.
///
/// At a position on a node all three give that node alone, with the weight 1.
enum class Interpolation { nearest, linear, sinc };

namespace detail {

/// Weights of neighbouring nodes of an axis, the first of which has the index `first`.
struct AxisWeights {
  Index first = 0;
  std::vector<double> weight;
};

/// The modified Bessel function I0, by its power series; for the arguments of windows, up to some ten.
inline double bessel_i0(double x) {
  double term = 1., sum = 1.;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

inline constexpr int sinc_half_width = 4;
inline constexpr double kaiser_b = 6.31;

/// The windowed sinc of Hicks (2002, equations 2 and 8) at a distance in spacings.
inline double windowed_sinc(double distance) {
  double const share = distance / sinc_half_width, angle = std::numbers::pi * distance;
  if (std::fabs(share) >= 1.) return 0.;
  return bessel_i0(kaiser_b * std::sqrt(1. - share * share)) / bessel_i0(kaiser_b) * std::sin(angle) / angle;
}

/// The weights at `place`, which counts in spacings from node 0. A place that is a billionth of a spacing
/// from a node is on it.
inline AxisWeights axis_weights(Interpolation interpolation, double place) {
  auto const nearest = static_cast<Index>(std::llround(place)), below = static_cast<Index>(std::floor(place));
  double const beyond = place - static_cast<double>(below);
  if (interpolation == Interpolation::nearest || std::fabs(place - static_cast<double>(nearest)) < 1e-9)
    return {nearest, {1.}};
  if (interpolation == Interpolation::linear) return {below, {1. - beyond, beyond}};
  AxisWeights weights{below + 1 - sinc_half_width, {}};
  for (int k = 0; k < 2 * sinc_half_width; ++k)
    weights.weight.push_back(windowed_sinc(static_cast<double>(k + 1 - sinc_half_width) - beyond));
  return weights;
}

} // namespace detail
} // namespace tessera
