// SPDX-License-Identifier: Apache-2.0
// Heights of tiles compared with a plain schedule, in which workers take one tile after the other.
#include <tessera/scheme/detail/device/occupancy_waves.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace tessera::test {
namespace {

/// The time at which the last of these tiles is done.
Index makespan(detail::Columns const& c, Index height) {
  Index const core = height - 2 * c.halo;
  std::vector<Index> busy(static_cast<std::size_t>(c.concurrent), 0);
  for (Index column = 0; column < c.count; ++column)
    for (Index done = 0; done < c.nodes; done += core) *std::min_element(busy.begin(), busy.end()) += height;
  return *std::max_element(busy.begin(), busy.end());
}

} // namespace

TEST(Waves, TakeNoLongerThanOtherHeights) {
  for (Index count : {1, 2, 7, 18})
    for (Index nodes : {61, 400, 1000})
      for (Index halo : {1, 3, 10})
        for (Index concurrent : {1, 3, 16, 50}) {
          detail::Columns const c{count, nodes, halo, concurrent};
          Index const height = detail::height_in_waves(c), core = height - 2 * halo;
          EXPECT_LE(core, nodes);
          if (core < nodes) {
            EXPECT_GE(core, 2 * halo);
          }
          Index least = makespan(c, nodes + 2 * halo);
          for (Index other = 2 * halo; other < nodes; ++other)
            least = std::min(least, makespan(c, other + 2 * halo));
          // Cores of tiles have whole rows, so there may be one row too many.
          EXPECT_LE(static_cast<double>(makespan(c, height)), 1.06 * static_cast<double>(least) + 1)
              << count << " columns of " << nodes << ", halo " << halo << ", " << concurrent
              << " at once: height " << height;
        }
}

TEST(Waves, GridsThatNeedNoCutHaveNone) {
  EXPECT_EQ(detail::height_in_waves({50, 30, 2, 50}), 34); // one tile each, all concurrent
  EXPECT_EQ(detail::height_in_waves({1, 1, 10, 1056}), 21);
  EXPECT_EQ(detail::height_in_waves({4, 12, 10, 1056}), 32); // no room for two halos
}

// A grid of 16384 x 16384 floats on 132 multiprocessors with 4 teams each.
TEST(Waves, FillADevice) {
  detail::Columns const c{34, 16384, 10, 528};
  Index const height = detail::height_in_waves(c);
  Index const tiles = c.count * ((c.nodes + height - 21) / (height - 20));
  EXPECT_GT(static_cast<double>(tiles) / static_cast<double>((tiles + 527) / 528 * 528), 0.95);
  EXPECT_LT(20.0 / static_cast<double>(height), 0.06);
}

// Strips of 8192 x 8192 nodes, 69 columns of them, 2112 at once: two, four or eight full waves take as long
// as each other but for the halos, until long marches are slower.
TEST(Waves, ShortMarchesWhereLongOnesAreSlower) {
  Index const tall = detail::height_in_waves({69, 8192, 2, 2112}),
              shorter = detail::height_in_waves({69, 8192, 2, 2112, 1000}),
              short_ones = detail::height_in_waves({69, 8192, 2, 2112, 100});
  EXPECT_GT(tall, 2 * shorter);
  EXPECT_GT(shorter, short_ones);
  EXPECT_GE(short_ones, 3 * 2); // at least a core of two halos
  for (Index const height : {shorter, short_ones}) {
    Index const strips = 69 * ((8192 + height - 5) / (height - 4));
    EXPECT_GT(static_cast<double>(strips) / static_cast<double>((strips + 2111) / 2112 * 2112), 0.9);
  }
}

} // namespace tessera::test
