// SPDX-License-Identifier: Apache-2.0
// Finite-difference weights on uniform grids, computed at compile time in exact integer arithmetic. Each
// weight is the double nearest to the exact rational number, so mirrored weights are equal to the last bit.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera {

namespace detail {

/// numerator / denominator, rounded once, ties to even. The quotient has to be below 2^53.
KOKKOS_FUNCTION constexpr double nearest_double(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return 0;
  bool const negative = (numerator < 0) != (denominator < 0);
  auto const n = static_cast<std::uint64_t>(numerator < 0 ? -numerator : numerator);
  auto const d = static_cast<std::uint64_t>(denominator < 0 ? -denominator : denominator);
  std::uint64_t bits = n / d, rest = n % d;
  double unit = 1;
  while (bits < std::uint64_t{1} << 53) { // 53 bits of the result, and one that decides the rounding
    rest *= 2;
    bits = 2 * bits + (rest >= d);
    rest -= rest >= d ? d : 0;
    unit /= 2;
  }
  bool const half = bits & 1;
  bits /= 2;
  if (half && (rest != 0 || (bits & 1))) ++bits;
  double const magnitude = static_cast<double>(bits) * (2 * unit);
  return negative ? -magnitude : magnitude;
}

KOKKOS_FUNCTION constexpr std::int64_t common_divisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    std::int64_t const rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/// Weight of node `node` among `points` nodes, the first of which lies `first` spacings from the point where
/// the derivative is taken. It is the derivative at 0 of the node's Lagrange polynomial, the product over the
/// other nodes k of (x - x_k) / (x_node - x_k).
KOKKOS_FUNCTION constexpr double lagrange_weight(int derivative, int first, int points, int node) {
  std::int64_t coefficient[5] = {1}; // of the numerator's powers of x, as many as any derivative needs
  std::int64_t denominator = 1, factorial = 1;
  for (int k = 0; k < points; ++k) {
    if (k == node) continue;
    for (int i = derivative; i > 0; --i) coefficient[i] = coefficient[i - 1] - (first + k) * coefficient[i];
    coefficient[0] *= -(first + k);
    denominator *= node - k;
  }
  for (int i = 2; i <= derivative; ++i) factorial *= i;
  std::int64_t const of_factorial = common_divisor(factorial, denominator);
  denominator /= of_factorial;
  std::int64_t const of_coefficient = common_divisor(coefficient[derivative], denominator);
  return nearest_double(coefficient[derivative] / of_coefficient * (factorial / of_factorial),
                        denominator / of_coefficient);
}

/// Whether this derivative and order are supported. For these all intermediate integers fit in 64 bits; an
/// overflow would be a compile-time error.
template <int derivative, int order>
inline constexpr bool known_formula =
    derivative >= 1 && derivative <= 4 && order >= 2 && order <= 16 && order % 2 == 0;

} // namespace detail

/// Number of neighbours on each side that the central formula of this derivative and order reads.
template <int derivative, int order>
inline constexpr int central_radius = (derivative + 1) / 2 - 1 + order / 2;

/// The upper half of the central formula of even order 2 to 16, the node itself first:
///
///     d^m u / dx^m = h^-m [ w_0 u_i + sum over k = 1 .. radius of w_k (u_{i+k} + (-1)^m u_{i-k}) ]
///                    + O(h^order)
///
/// The neighbours below have the same weights for an even derivative m, and the negative weights for an odd
/// one. Each weight is the double nearest to the exact one. (Fornberg 1988, Generation of finite difference
/// formulas on arbitrarily spaced grids, table 1, lists those up to order 8.)
template <int derivative, int order>
KOKKOS_FUNCTION constexpr auto central_weights() {
  static_assert(detail::known_formula<derivative, order>,
                "tessera: weights of the 1st to 4th derivative, of an even order of 2 to 16");
  constexpr int radius = central_radius<derivative, order>;
  Kokkos::Array<double, radius + 1> weights{};
  for (int k = 0; k <= radius; ++k)
    weights[k] = detail::lagrange_weight(derivative, -radius, 2 * radius + 1, radius + k);
  return weights;
}

/// A single weight of central_weights, for code whose loops are unrolled at compile time.
template <int derivative, int order, int k>
inline constexpr double central_weight = central_weights<derivative, order>()[k];

/// The formula of the same order at the lower end of a bounded axis: the weights of nodes 0 to derivative +
/// order - 1 for the derivative at node `at`, in units of 1 / h^derivative. At the upper end the same weights
/// apply in reverse order, with the opposite sign for an odd derivative. (Fornberg 1988, table 3, lists those
/// for at = 0.)
template <int derivative, int order>
KOKKOS_FUNCTION constexpr auto one_sided_weights(int at = 0) {
  static_assert(detail::known_formula<derivative, order>,
                "tessera: weights of the 1st to 4th derivative, of an even order of 2 to 16");
  Kokkos::Array<double, derivative + order> weights{};
  for (int k = 0; k < derivative + order; ++k)
    weights[k] = detail::lagrange_weight(derivative, -at, derivative + order, k);
  return weights;
}

} // namespace tessera
