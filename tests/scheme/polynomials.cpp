// SPDX-License-Identifier: Apache-2.0
// Polynomials that the update reproduces exactly except for rounding. Tolerances are multiples of epsilon
// that grow with the number of steps.
#include <gtest/gtest.h>
#include <limits>

#include "support/diffusion.hpp"

namespace tessera::test {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// u = x^3 + 6 x t + y^2 + 2 t solves u_t = u_xx + u_yy; FTCS is exact on it.
struct Polynomial {
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    double const x = at.position(0), y = at.position(1), t = at.time();
    return x * x * x + 6 * x * t + y * y + 2 * t;
  }
};

/// The west and east faces are prescribed; the south and north faces have the slopes of y^2.
TEST(Polynomials, HeatEquationWithPrescribedValuesAndFluxes) {
  Grid<2> const grid{.nodes = {23, 41}, .spacing = {0.05, 0.05}, .origin = {-0.3, -0.5}};
  double const dt = 0.2 * 0.05 * 0.05, south_flux = -2 * grid.position(1, 0),
               north_flux = 2 * grid.position(1, 40);
  auto const boundary =
      everywhere(Prescribed{Polynomial{}}).on(south, Neumann{south_flux}).on(north, Neumann{north_flux});
  auto const exact = [&](double t) {
    return sampled<double>(
        grid, [=](Lengths<2> const& x) { return x[0] * x[0] * x[0] + 6 * x[0] * t + x[1] * x[1] + 2 * t; });
  };
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    Memory<double, 2, Kokkos::LayoutRight> memory(grid.nodes);
    memory.fill(exact(0.5));
    auto const u = make_field(grid, memory.view());
    Clock const clock{.dt = dt, .start = 0.5};
    Stepper stepper(Exec(), u, Diffusion<2>{{0.2, 0.2}}, boundary, scheme, clock);
    stepper.advance(u, 50);
    EXPECT_LT(largest_difference(memory.read(), exact(stepper.time())), 50 * 8 * eps) << name;
  });
}

/// One step with a ratio of one adds the second derivative times h^2, which is exact up to degree R + R + 1.
template <int R>
void expect_exact_up_to_degree(int degree) {
  Grid<1> const grid{.nodes = {101}, .spacing = {0.25}, .origin = {-12.5}};
  auto const power = [&](int n) {
    return sampled<double>(grid, [=](Lengths<1> const& x) { return std::pow(x[0] / 0.25, n); });
  };
  for (int n = 0; n <= degree + 1; ++n) {
    Memory<double, 1, Kokkos::LayoutRight> memory(grid.nodes);
    memory.fill(power(n));
    auto const u = make_field(grid, memory.view());
    Stepper stepper(Exec(), u, Diffusion<1, R>{{1.0}}, everywhere(Fixed{}), Direct{});
    stepper.advance(u, 1);
    auto const found = memory.read(), before = power(n), second = power(n < 2 ? 0 : n - 2);
    double error = 0;
    for (std::size_t i = R; i + R < found.size(); ++i)
      error = std::fmax(error, std::fabs(found[i] - before[i] - n * (n - 1) * second[i]) / std::pow(50.0, n));
    if (n <= degree)
      EXPECT_LT(error, 16 * eps) << "degree " << n;
    else
      EXPECT_GT(error, 1e-12) << "degree " << n << " is beyond the order";
  }
}

TEST(Polynomials, SecondOrderStarIsExactToDegree3) { expect_exact_up_to_degree<1>(3); }
TEST(Polynomials, FourthOrderStarIsExactToDegree5) { expect_exact_up_to_degree<2>(5); }

} // namespace tessera::test
