// SPDX-License-Identifier: Apache-2.0
// Multigrid with right sides, fields and spacings far from 1.
#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/right_side.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

using enum PoissonEnd;

/// Of a solve with f times 2^exponent.
template <class T>
struct Scaled {
  SolveReport report;
  std::vector<T> x;
};
template <class T>
Scaled<T> solve_scaled(PoissonEnds<2> const& ends, int exponent, double tolerance) {
  Exec const exec;
  PoissonReduction<Exec, T, 2> const reduction(exec, {.nodes = {37, 45}, .spacing = {0.025, 0.02}}, ends);
  auto const& poisson = reduction.poisson();
  auto values = random_values<T>(static_cast<std::size_t>(poisson.grid().size()), 5);
  for (T& value : values) value = std::ldexp(value, exponent);
  auto const f = node_view<T, 2>(poisson.grid().nodes, values);
  EXPECT_EQ(make_consistent(exec, poisson, f) > 0, poisson.singular());
  auto const x = poisson.make(exec, "x");
  auto const report = MultigridCg<Exec, T, 2>(exec, poisson)
                          .solve(exec, x, f, {.max_iterations = 40, .tolerance = tolerance});
  return {report, values_of(x)};
}

template <class T>
void expect_the_same_digits(std::vector<int> const& exponents, double tolerance) {
  for (PoissonEnds<2> const& ends : {PoissonEnds<2>{}, PoissonEnds<2>{mirrored, mirrored, mirrored, mirrored},
                                     PoissonEnds<2>{mirrored, zero_gradient, fixed, mirrored}}) {
    auto const plain = solve_scaled<T>(ends, 0, tolerance);
    ASSERT_TRUE(plain.report.converged);
    for (int exponent : exponents) {
      auto const scaled = solve_scaled<T>(ends, exponent, tolerance);
      EXPECT_TRUE(scaled.report.converged) << exponent;
      EXPECT_EQ(scaled.report.iterations, plain.report.iterations) << exponent;
      EXPECT_EQ(scaled.report.error.residual, plain.report.error.residual) << exponent;
      for (std::size_t i = 0; i < plain.x.size(); ++i)
        ASSERT_EQ(scaled.x[i], std::ldexp(plain.x[i], exponent)) << exponent << ", node " << i;
    }
  }
}

// The equation is linear: f times a power of two gives the same digits, also where squares of f are no
// numbers of double, or products of defects none of float.
TEST(PoissonMultigrid, FindsTheSameDigitsOfTinyAndHugeRightSides) {
  expect_the_same_digits<double>({-565, -900, 400, 565, 990}, 1e-9);
  expect_the_same_digits<float>({-83, 83}, 1e-4);
}

TEST(PoissonMultigrid, NormsAndMeansStayNumbers) {
  Exec const exec;
  PoissonOperator<Exec, double, 2> const poisson(exec, {.nodes = {33, 33}, .spacing = {1. / 32, 1. / 32}},
                                                 {mirrored, mirrored, mirrored, mirrored});
  for (double const size : {1e-320, 1e-170, 1e170, 1e306}) {
    auto const a = poisson.make(exec, "a");
    Kokkos::deep_copy(a, -size);
    EXPECT_NEAR(poisson.norm2(exec, a) / size, 33, 1e-3) << size;
    EXPECT_NEAR(poisson.mean(exec, a) / size, -1, 1e-3) << size;
  }
  auto const none = poisson.make(exec, "none");
  EXPECT_EQ(poisson.norm2(exec, none), 0);
  auto const infinite = poisson.make(exec, "infinite");
  Kokkos::deep_copy(infinite, INFINITY);
  EXPECT_FALSE(std::isfinite(poisson.norm2(exec, infinite)));
}

TEST(PoissonMultigrid, RefusesSpacingsWhoseSquaresAreNoNumbers) {
  Grid<2> const tiny{.nodes = {9, 9}, .spacing = {1e-25, 1e-25}},
      huge{.nodes = {9, 9}, .spacing = {1e160, 1e160}};
  expect_in(refusal([&] { jacobi_weights<float>(tiny); }), "1e-25 along axis 0, are no numbers of 4 bytes");
  expect_in(refusal([&] { jacobi_weights<double>(huge); }), "are no numbers of 8 bytes");
  EXPECT_LT(jacobi_weights<double>(tiny).rhs, 0);
}

} // namespace tessera::test
