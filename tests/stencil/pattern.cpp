// SPDX-License-Identifier: Apache-2.0
#include <tessera/stencil/stencil.hpp>

#include <gtest/gtest.h>

#include "support/stencils.hpp"

namespace tessera {

TEST(Pattern, CountsItsPoints) {
  static_assert(star<1>(1).points() == 3 && star<2>(1).points() == 5 && star<3>(4).points() == 25);
  static_assert(box<1>(2).points() == 5 && box<2>(1).points() == 9 && box<3>(1).points() == 27);
}

TEST(Pattern, CountsWhatItContains) {
  for (auto const& pattern : {star<3>(2), box<3>(2)}) {
    Index contained = 0;
    for (int i = -3; i <= 3; ++i)
      for (int j = -3; j <= 3; ++j)
        for (int k = -3; k <= 3; ++k) contained += pattern.contains(i, j, k);
    EXPECT_EQ(contained, pattern.points());
  }
}

TEST(Pattern, ContainsAxesOfAStarAndCornersOfABox) {
  static_assert(star<2>(2).contains(0, -2) && !star<2>(2).contains(0, 3) && !star<2>(2).contains(1, 1));
  static_assert(box<2>(2).contains(2, -2) && !box<2>(2).contains(3, 0));
}

struct NoFormula {};
TEST(StencilConcept, TellsStencilsFromOtherThings) {
  static_assert(Stencil<test::Literal<2>> && Stencil<test::BoxSum<3>>);
  static_assert(!Stencil<NoFormula> && !Stencil<int>);
}

} // namespace tessera
