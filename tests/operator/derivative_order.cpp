// SPDX-License-Identifier: Apache-2.0
// What the word order means: exactness on polynomials, and how the error shrinks with the spacing.
#include <tessera/operator/derivative.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "support/memory.hpp"

namespace tessera::test {

std::vector<double> derivative_of(Grid<1> const& grid, DerivativeSpec const& spec, double (*f)(double, int),
                                  int parameter) {
  std::vector<double> values;
  for (Index i = 0; i < grid.nodes[0]; ++i) values.push_back(f(grid.position(0, i), parameter));
  Memory<double, 1, Kokkos::LayoutRight> u(grid.nodes), du(grid.nodes);
  u.fill(values);
  Derivative(Exec(), grid, spec)(u.view(), du.view());
  return du.read();
}

double power(double x, int n) { return std::pow(x, n); }

/// x^0 ... x^(derivative + order - 1), one-sided ends included. The spacing is a power of two: positions are
/// exact.
TEST(DerivativeOrder, IsExactOnPolynomials) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  Grid<1> const grid{.nodes = {23}, .spacing = {0.125}, .origin = {-1.5}};
  for (int derivative : {1, 2})
    for (int order = 2; order <= 16; order += 2)
      for (int n = 0; n <= derivative + order; ++n) {
        auto const found =
            derivative_of(grid, {.derivative = derivative, .order = order, .ends = Ends::bounded}, power, n);
        double error = 0;
        for (int i = 0; i < 23; ++i) {
          double const x = grid.position(0, i);
          double const exact = n < derivative    ? 0.
                               : derivative == 1 ? n * std::pow(x, n - 1)
                                                 : n * (n - 1) * std::pow(x, n - 2);
          error = std::fmax(error, std::fabs(found[i] - exact));
        }
        // The largest weights are those of the formula at the very end.
        double weights = 0;
        for (int k = 0; k < derivative + order; ++k)
          weights += std::fabs(detail::lagrange_weight(derivative, 0, derivative + order, k));
        double const bound = 4 * eps * weights * std::pow(8., derivative) * std::pow(1.5, n);
        if (n < derivative + order)
          EXPECT_LE(error, bound) << "derivative " << derivative << " of order " << order << ", x^" << n;
        else
          EXPECT_GT(error, bound) << "x^" << n << " is beyond order " << order;
      }
}

/// Error at each node on exp(i x): its modulus, from a cosine and a sine, has an expansion in even powers of
/// h.
std::vector<double> moduli(Index nodes, double h, DerivativeSpec const& spec) {
  Grid<1> const grid{.nodes = {nodes}, .spacing = {h}};
  auto const wave = [](double x, int quarter) { return quarter == 0 ? std::cos(x) : std::sin(x); };
  auto const cosine = derivative_of(grid, spec, wave, 0), sine = derivative_of(grid, spec, wave, 1);
  std::vector<double> errors;
  for (Index i = 0; i < nodes; ++i) {
    double const x = grid.position(0, i);
    double const of_cosine = spec.derivative == 1 ? -std::sin(x) : -std::cos(x);
    double const of_sine = spec.derivative == 1 ? std::cos(x) : -std::sin(x);
    auto const n = static_cast<std::size_t>(i);
    errors.push_back(std::hypot(cosine[n] - of_cosine, sine[n] - of_sine));
  }
  return errors;
}

/// Slopes of log(error) over log(h) differ from the order by a multiple of h^2: from two of them its limit.
/// (Of order 16 a double shows no more: where h^2 is small, the error is below rounding.)
double observed_order(double const (&h)[3], double const (&error)[3]) {
  double const coarse = std::log(error[0] / error[1]) / std::log(h[0] / h[1]);
  double const fine = std::log(error[1] / error[2]) / std::log(h[1] / h[2]);
  return fine + (fine - coarse) * h[2] / (h[0] - h[2]);
}

TEST(DerivativeOrder, IsObservedOnAPeriodicWave) {
  for (int derivative : {1, 2})
    for (int order = 2; order <= 16; order += 2) {
      double h[3], error[3];
      Index const finer = order <= 6 ? 8 : order <= 10 ? 2 : 1;
      for (int level = 0; level < 3; ++level) {
        Index const nodes = finer * (24 + 6 * level); // three waves
        h[level] = 6 * std::numbers::pi / static_cast<double>(nodes);
        double squares = 0;
        for (double e : moduli(nodes, h[level], {.derivative = derivative, .order = order})) squares += e * e;
        error[level] = std::sqrt(squares / static_cast<double>(nodes));
      }
      EXPECT_NEAR(observed_order(h, error), order, 0.1) << "derivative " << derivative << ", order " << order;
    }
}

TEST(DerivativeOrder, IsTheSameAtBoundedEnds) {
  constexpr Index nodes = 40;
  for (int derivative : {1, 2})
    for (int order = 2; order <= 16; order += 2)
      for (Index node : {Index{0}, Index{order / 2 - 1}, nodes - order / 2, nodes - 1}) {
        double const unit = order <= 4    ? 0.1
                            : order <= 8  ? 0.4
                            : order <= 10 ? 0.8
                                          : 1.3,
                     h[3] = {0.6 * unit, 0.48 * unit, 0.4 * unit};
        double error[3];
        for (int level = 0; level < 3; ++level)
          error[level] = moduli(nodes, h[level],
                                {.derivative = derivative,
                                 .order = order,
                                 .ends = Ends::bounded})[static_cast<std::size_t>(node)];
        EXPECT_NEAR(observed_order(h, error), order, 0.1)
            << "derivative " << derivative << ", order " << order << ", node " << node;
      }
}

} // namespace tessera::test
