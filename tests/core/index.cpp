// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

#include <gtest/gtest.h>

namespace tessera::detail {

TEST(Index, WrapsAnyNumberOfPeriods) {
  for (Index period : {1, 2, 7})
    for (Index i = -30; i < 30; ++i) {
      Index const w = wrapped(i, period);
      EXPECT_TRUE(w >= 0 && w < period);
      EXPECT_EQ((i - w) % period, 0) << i << " in " << period;
    }
}

TEST(Index, DividesAndRoundsUpBeyond32Bits) {
  static_assert(divide_up(0, 4) == 0 && divide_up(1, 4) == 1 && divide_up(8, 4) == 2 && divide_up(9, 4) == 3);
  static_assert(round_up(9, 4) == 12 && round_up(8, 4) == 8);
  static_assert(divide_up((Index{1} << 40) + 1, 2) == (Index{1} << 39) + 1);
}

TEST(Box3, KnowsItsInside) {
  constexpr Box3 outer{{{0, 0, 0}}, {{4, 5, 6}}}, inner{{{1, 0, 2}}, {{4, 5, 3}}},
      beyond{{{1, -1, 2}}, {{4, 5, 3}}};
  static_assert(inner.inside(outer) && outer.inside(outer) && !outer.inside(inner) && !beyond.inside(outer));
  static_assert(outer.extent(2) == 6 && outer.size() == 120 && Box3{{{2, 0, 0}}, {{2, 5, 6}}}.size() == 0);
}

TEST(AxisOrder, ReversesForLayoutRight) {
  static_assert(AxisOrder<3, true>::memory_axis(0) == 2 && AxisOrder<3, true>::memory_axis(2) == 0);
  static_assert(AxisOrder<3, false>::memory_axis(0) == 0 && AxisOrder<2, true>::memory_axis(0) == 1);
}

TEST(Error, JoinsValues) {
  EXPECT_EQ(text("axis ", 1, " has ", 0.5, " of ", std::string("it")), "axis 1 has 0.5 of it");
  Index const extents[] = {64, 16, 4};
  EXPECT_EQ(extents_text(extents, 3), "64 x 16 x 4");
  EXPECT_EQ(extents_text(extents, 1), "64");
}

TEST(Error, KindsAreCaughtByTheirBase) {
  EXPECT_THROW(throw InvalidInput("x"), Error);
  EXPECT_THROW(throw RunFailure("x"), Error);
  EXPECT_THROW(throw Error("x"), std::runtime_error);
}

} // namespace tessera::detail
