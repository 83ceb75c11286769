// SPDX-License-Identifier: Apache-2.0
#include "../../apps/common/schedule.hpp"

#include <tessera/core/error.hpp>

#include <limits>

#include "../io/folder.hpp"

using namespace tessera::app;
using tessera::InvalidInput;
using tessera::test::message_of;

namespace {

Options times(std::optional<std::int64_t> steps, std::optional<double> end, std::optional<double> dt) {
  Options options;
  options.steps = steps;
  options.end_time = end;
  options.dt = dt;
  return options;
}

std::string refused(Options const& options) {
  return message_of<InvalidInput>([&] { make_schedule(options, 0.25); });
}

} // namespace

TEST(Schedule, TwoDecideTheThird) {
  EXPECT_EQ(make_schedule(times(100, 1., {}), 1.).dt, 0.01);
  EXPECT_EQ(make_schedule(times({}, 1., 0.01), 1.).steps, 100);
  EXPECT_EQ(make_schedule(times(100, {}, 0.01), 1.).dt, 0.01);
  EXPECT_EQ(make_schedule(times(100, 1., 0.01), 1.).steps, 100);
  EXPECT_EQ(make_schedule(times({}, 0.3, 0.1), 1.).steps, 3); // 0.3 / 0.1 < 3 in binary
}

TEST(Schedule, ZeroSteps) {
  EXPECT_EQ(make_schedule(times(0, {}, {}), 1.).steps, 0);
  EXPECT_EQ(make_schedule(times(0, 0., {}), 1.).steps, 0);
  EXPECT_EQ(make_schedule(times({}, 0., 0.1), 1.).steps, 0);
}

TEST(Schedule, WithoutATimeStepItIsNineTenthsOfTheStableOne) {
  auto const steps = make_schedule(times(5, {}, {}), 0.25);
  EXPECT_EQ(steps.steps, 5);
  EXPECT_EQ(steps.dt, 0.9 * 0.25);
  EXPECT_TRUE(steps.chosen);
  auto const end = make_schedule(times({}, 1., {}), 0.25);
  EXPECT_EQ(end.steps, 5); // 4 would be longer than 0.9 of 0.25
  EXPECT_EQ(end.dt, 0.2);
  EXPECT_TRUE(end.chosen);
  EXPECT_EQ(make_schedule(times({}, 0., {}), 0.25).steps, 0);
  EXPECT_FALSE(make_schedule(times(5, 1., {}), 0.25).chosen);
  auto const unlimited = std::numeric_limits<double>::infinity();
  EXPECT_SAYS(message_of<InvalidInput>([&] { make_schedule(times(5, {}, {}), unlimited); }), "give --dt DT");
  EXPECT_SAYS(message_of<InvalidInput>([&] { make_schedule(times({}, 1e300, {}), 1e-300); }),
              "give an earlier");
}

TEST(Schedule, Refuses) {
  EXPECT_SAYS(refused(times({}, {}, {})), "none of steps, end-time and dt");
  EXPECT_SAYS(refused(times({}, {}, {})), "dt up to 0.25 is stable");
  EXPECT_SAYS(refused(times({}, {}, 0.1)), "only one of steps, end-time and dt is given, dt");
  EXPECT_SAYS(refused(times(100, 1., 0.02)), "100 steps of dt 0.02 reach 2, not the end time 1");
  EXPECT_SAYS(refused(times({}, 1., 0.3)), "not a whole number");
  EXPECT_SAYS(refused(times(0, 1., {})), "0 steps do not reach");
  EXPECT_SAYS(refused(times(3, 0., {})), "no end time of 0");
  EXPECT_SAYS(refused(times({}, 1e300, 1e-300)), "give a larger dt");
}
