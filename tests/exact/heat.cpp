// SPDX-License-Identifier: Apache-2.0
#include <tessera/exact/heat.hpp>

#include <gtest/gtest.h>

namespace tessera::test {

TEST(HeatExact, StableStep) {
  EXPECT_DOUBLE_EQ(stable_heat_step({0.1}, 2.), 0.01 / 4.);
  EXPECT_DOUBLE_EQ(stable_heat_step({1. / 32, 1. / 32}, 1.),
                   1. / (4 * 32 * 32)); // D k / h^2 <= 1/4 in a plane
  EXPECT_DOUBLE_EQ(stable_heat_step({1., 1., 1.}, 1.), 1. / 6);
  EXPECT_TRUE(std::isinf(stable_heat_step({1.}, 0.)));
}

TEST(HeatExact, SineModeHasExactZerosAndSymmetry) {
  for (int J : {2, 32, 100}) {
    double const h = 1. / J;
    EXPECT_EQ(sine_mode(0., 1.), 0.);
    EXPECT_EQ(sine_mode(J * h, 1.), 0.);
    for (int i = 0; i <= J; ++i) {
      EXPECT_NEAR(sine_mode(i * h, 1.), std::sin(2 * std::numbers::pi * i * h), 1e-15);
      EXPECT_NEAR(sine_mode(i * h, 1.), -sine_mode((J - i) * h, 1.), 1e-15);
    }
  }
  EXPECT_EQ(sine_mode(1., 4.), 1.);
}

// The discrete step and the equation agree to second order in h where dt goes with h^2.
TEST(HeatExact, StepLossTendsToTheDecay) {
  double last = 0;
  for (int J : {16, 32, 64}) {
    double const h = 1. / J, dt = 0.2 * h * h;
    double const discrete = std::pow(1 - sine_step_loss(0.2, h, 1.), std::round(0.01 / dt));
    double const difference = std::abs(discrete - sine_decay(1., 1., std::round(0.01 / dt) * dt));
    if (last > 0) {
      EXPECT_NEAR(std::log2(last / difference), 2., 0.2) << J;
    }
    last = difference;
  }
}

TEST(HeatExact, GaussianObeysTheEquationAndItsEnds) {
  double const kappa = 0.5, t = 0.05, e = 1e-3;
  for (auto ends : {HeatEnds::cold, HeatEnds::insulated, HeatEnds::periodic}) {
    auto const u = [&](double x, double time) {
      return gaussian_heat(x, time, kappa, 0.7, 0.2, -1., 3., ends);
    };
    for (double x : {-0.9, 0.1, 0.7, 1.9}) {
      double const u_t = (u(x, t + e) - u(x, t - e)) / (2 * e);
      double const u_xx = (u(x - e, t) - 2 * u(x, t) + u(x + e, t)) / (e * e);
      EXPECT_NEAR(u_t, kappa * u_xx, 1e-3) << x;
    }
    if (ends == HeatEnds::cold) {
      EXPECT_NEAR(u(-1., 2.), 0., 1e-15);
      EXPECT_NEAR(u(2., 2.), 0., 1e-15);
    } else if (ends == HeatEnds::insulated) {
      EXPECT_NEAR(u(2. + e, 2.), u(2. - e, 2.), 1e-15);
    } else {
      EXPECT_NEAR(u(2.3, 2.), u(-0.7, 2.), 1e-15);
    }
  }
  EXPECT_NEAR(gaussian_heat(0.5, 0., 1., 0.5, 0.05, 0., 1., HeatEnds::cold), 1., 1e-15);
}

} // namespace tessera::test
