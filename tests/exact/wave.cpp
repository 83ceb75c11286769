// SPDX-License-Identifier: Apache-2.0
// The limits and frequencies of the scheme against values worked out by hand, and against each other.
#include <tessera/exact/wave.hpp>

#include <gtest/gtest.h>

namespace tessera::test {

TEST(WaveExact, SymbolAtTheShortestWaveIsTheSumOfTheWeights) {
  double const known[] = {4, 16. / 3, 272. / 45, 2048. / 315}; // 2 to 8, from the published weights
  for (int order = 2; order <= 16; order += 2) {
    auto const weights = second_derivative_weights(order);
    double sum = std::abs(weights[0]);
    for (std::size_t k = 1; k < weights.size(); ++k) sum += 2 * std::abs(weights[k]);
    double const symbol = second_derivative_symbol(order, std::numbers::pi);
    EXPECT_NEAR(symbol, sum, 1e-14 * sum) << order;
    if (order <= 8) {
      EXPECT_NEAR(symbol, known[order / 2 - 1], 1e-14 * symbol) << order;
    }
    for (double theta = 0.1; theta < 3.1; theta += 0.1)
      EXPECT_LT(second_derivative_symbol(order, theta), symbol) << order << ", " << theta;
  }
}

TEST(WaveExact, SymbolIsTheSecondDerivativeOfSmoothWaves) {
  for (int order = 2; order <= 16; order += 2) {
    double const theta = 0.2, error = second_derivative_symbol(order, theta) / (theta * theta) - 1;
    EXPECT_LT(std::abs(error), std::pow(theta / 1.8, order) + 1e-13) << order;
    EXPECT_LT(error, 1e-13) << order << ": too slow, never too fast";
  }
}

TEST(WaveExact, StableStepOfEqualAndUnequalSpacings) {
  EXPECT_NEAR(stable_wave_step(2, {0.1}, 5.), 0.1 / 5, 1e-16);
  EXPECT_NEAR(stable_wave_step(2, {0.1, 0.1, 0.1}, 5.), 0.1 / 5 / std::sqrt(3.), 1e-16);
  EXPECT_NEAR(stable_wave_step(8, {0.1, 0.05}, 2.), 1 / std::sqrt(2048. / 315 * 500), 1e-16);
}

TEST(WaveExact, FrequencyTendsToTheContinuousOne) {
  double const v = 1.5, omega = v * std::hypot(2., 3.);
  double const coarse = discrete_wave_frequency(8, {0.01, 0.02}, {2, 3}, v, 2e-3) - omega;
  double const fine = discrete_wave_frequency(8, {0.01, 0.02}, {2, 3}, v, 1e-3) - omega;
  EXPECT_NEAR(coarse / fine, 4, 0.01);
  EXPECT_NEAR(coarse, omega * omega * omega * 4e-6 / 24, 1e-3 * std::abs(coarse));
}

TEST(WaveExact, RickerHasItsPeakAndNoMean) {
  double const f = 3;
  EXPECT_EQ(ricker(1.5 / f, f), 1);
  EXPECT_LT(std::abs(ricker(0, f)), 1e-8);
  double sum = 0, h = 1e-3 / f;
  for (int i = 0; i <= 3000; ++i) sum += ricker(i * h, f) * h;
  EXPECT_NEAR(sum, 0, 1e-8);
}

TEST(WaveExact, OtherOrdersAreRefused) {
  for (int order : {-2, 0, 3, 18}) try {
      second_derivative_weights(order);
      FAIL() << order;
    } catch (InvalidInput const& refused) {
      EXPECT_EQ(refused.what(), detail::text("order is ", order, " (give an even one from 2 to 16)"));
    }
}

} // namespace tessera::test
