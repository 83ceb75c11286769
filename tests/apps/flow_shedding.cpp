// SPDX-License-Identifier: Apache-2.0
// What a history says: means, frequency, and when it says none.
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "../../apps/flow/shedding.hpp"

namespace tessera::flow {

/// A lift of this frequency about 0.1 and a drag of twice it, sampled by steps of unequal length.
std::vector<Moment> swinging(double frequency, double amplitude, double end) {
  std::vector<Moment> moments;
  for (double time = 0.; time < end;) {
    Moment m;
    m.dt = 0.02 + 0.01 * std::sin(time);
    double const middle = time + 0.5 * m.dt, phase = 2 * std::numbers::pi * frequency * middle;
    time += m.dt;
    m.time = time;
    m.lift = 0.1 + amplitude * std::sin(phase);
    m.drag = 1.5 + 0.01 * std::cos(2 * phase);
    moments.push_back(m);
  }
  return moments;
}

TEST(Shedding, IsFoundInSteadySwinging) {
  auto const found = shedding_of(swinging(0.146, 0.3, 150.));
  ASSERT_TRUE(found && found->frequency);
  EXPECT_NEAR(*found->frequency, 0.146, 1e-5);
  EXPECT_EQ(found->periods, 10);
  EXPECT_NEAR(found->mean_drag, 1.5, 1e-3);
  EXPECT_NEAR(found->mean_lift, 0.1, 0.01);
  EXPECT_NEAR(found->rms_lift, 0.3 / std::sqrt(2.), 0.01);
}

TEST(Shedding, IsNotFoundWhereThereIsNone) {
  EXPECT_FALSE(shedding_of({}));
  EXPECT_FALSE(shedding_of(swinging(0.146, 0.3, 40.))->frequency); // two crossings or three
  EXPECT_FALSE(shedding_of(swinging(0.146, 1e-4, 150.))->frequency);
  auto irregular = swinging(0.146, 0.3, 150.);
  for (auto& m : irregular) m.lift = std::sin(m.time * m.time / 60.);
  EXPECT_FALSE(shedding_of(irregular)->frequency);
}

} // namespace tessera::flow
