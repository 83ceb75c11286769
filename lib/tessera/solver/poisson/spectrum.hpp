// SPDX-License-Identifier: Apache-2.0
// Bounds of the eigenvalues of K = I - M on a box, and what follows from them: the best factor of SOR, and
// Chebyshev's factors. All run on the host.
#pragma once

#include <tessera/equation/poisson.hpp>
#include <tessera/solver/poisson/ends.hpp>

#include <cmath>
#include <numbers>
#include <vector>

namespace tessera {

/// Bounds of the eigenvalues of K other than 0.
struct Spectrum {
  double lowest, highest;
};

/// The bounds are exact for a box, where K is a sum over the axes of 2 w_d (1 - cos theta). An obstacle fixes
/// nodes, which only moves eigenvalues inwards. Ends must not be zero_gradient (see PoissonReduction).
template <int D>
Spectrum jacobi_spectrum(Grid<D> const& grid, PoissonEnds<D> const& ends) {
  double const diagonal = poisson_diagonal<D>(grid.spacing);
  double sum = 0, smallest_other = 2;
  bool singular = true, half = false, odd_period = false;
  for (int d = 0; d < D; ++d) {
    auto const lower = ends[2 * d], upper = ends[2 * d + 1];
    double const n = static_cast<double>(grid.nodes[d]),
                 weight = 2 / (grid.spacing[d] * grid.spacing[d] * diagonal);
    int const halves = (lower == PoissonEnd::half_mirrored) + (upper == PoissonEnd::half_mirrored);
    int const fixed = (lower == PoissonEnd::fixed) + (upper == PoissonEnd::fixed);
    double const length = n - 1 + 0.5 * halves; // in spacings
    double angle = std::numbers::pi / length;   // of the slowest mode that is not constant
    if (fixed == 1) angle /= 2;
    if (lower == PoissonEnd::periodic) angle = 2 * std::numbers::pi / n;
    double const sine = std::sin(angle / 2), value = 2 * weight * sine * sine;
    if (fixed > 0) {
      sum += value;
      singular = false;
    }
    smallest_other = std::fmin(smallest_other, value);
    half |= halves > 0;
    odd_period |= lower == PoissonEnd::periodic && grid.nodes[d] % 2 == 1;
  }
  // If neighbours can have two colours, the spectrum of M is symmetric about 0.
  if (singular) return {smallest_other, 2};
  return {sum, half || odd_period ? 2 : 2 - sum};
}

/// The factor with which SOR converges fastest: 2 / (1 + sqrt(1 - rho^2)), where rho is the largest
/// eigenvalue of M below 1 (Young 1971).
inline double optimal_sor_factor(Spectrum const& spectrum) {
  double const rho = 1 - spectrum.lowest;
  return 2 / (1 + std::sqrt(1 - rho * rho));
}

/// The factors of `count` weighted Jacobi iterations, a power of two, whose product is least over the
/// spectrum: the reciprocal roots of Chebyshev's polynomial. Their order limits all intermediate products,
/// and with them rounding errors (Lebedev and Finogenov, 1971): for 2n iterations every root of the order for
/// n is followed by its mirror image.
inline std::vector<double> chebyshev_factors(Spectrum const& spectrum, int count) {
  std::vector<int> order{1};
  while (static_cast<int>(order.size()) < count) {
    int const mirror = 4 * static_cast<int>(order.size());
    std::vector<int> doubled;
    for (int j : order) {
      doubled.push_back(j);
      doubled.push_back(mirror - j);
    }
    order = doubled;
  }
  double const middle = 0.5 * (spectrum.highest + spectrum.lowest),
               half = 0.5 * (spectrum.highest - spectrum.lowest);
  std::vector<double> factors;
  for (int j : order) factors.push_back(1 / (middle + half * std::cos(std::numbers::pi * j / (2. * count))));
  return factors;
}

} // namespace tessera
