// SPDX-License-Identifier: Apache-2.0
// The published figures, and the model compared with a count of the elements that a tile reads.
#include <tessera/tune/redundancy.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <utility>

namespace tessera {

TEST(Redundancy, IsThePublishedOneForRadius4) {
  EXPECT_EQ(naive_redundancy(4), 26.);
  EXPECT_EQ(two_pass_redundancy(4, {16, 16}), 6.);
  EXPECT_EQ(two_pass_redundancy(4, {32, 32}), 5.5);
  EXPECT_NEAR(two_pass_redundancy(4, {56, 56}), 5.29, 0.005);
}

/// The number of elements of a plane that the nodes of a tile read, counted one by one.
double counted(int radius, PlaneTile const& core) {
  std::set<std::pair<int, int>> read;
  for (int x = 0; x < core.x; ++x)
    for (int y = 0; y < core.y; ++y)
      for (int o = -radius; o <= radius; ++o) {
        read.insert({x + o, y});
        read.insert({x, y + o});
      }
  return static_cast<double>(read.size()) / (core.x * core.y);
}

TEST(Redundancy, CountsWhatATileReads) {
  for (int radius = 1; radius <= 8; ++radius)
    for (PlaneTile const core : {PlaneTile{16, 16}, {32, 8}, {7, 33}, {1, 1}, {128, 32}}) {
      double const plane = counted(radius, core);
      EXPECT_NEAR(one_pass_redundancy(radius, core), plane + 1, 1e-12)
          << radius << ": " << core.x << " x " << core.y;
      EXPECT_NEAR(two_pass_redundancy(radius, core), plane + 4, 1e-12)
          << radius << ": " << core.x << " x " << core.y;
    }
}

TEST(Redundancy, OfSquareTilesInShort) {
  for (int radius = 1; radius <= 8; ++radius)
    for (int n : {8, 16, 31}) {
      EXPECT_DOUBLE_EQ(two_pass_redundancy(radius, {n, n}), 5 + 4. * radius / n);
      EXPECT_DOUBLE_EQ(one_pass_redundancy(radius, {n, n}), 2 + 4. * radius / n);
      EXPECT_EQ(naive_redundancy(radius), 6 * radius + 2);
    }
}

template <class Call>
std::string refusal(Call const& call) {
  try {
    call();
  } catch (InvalidInput const& refused) {
    return refused.what();
  }
  return "nothing was refused";
}

TEST(Redundancy, RefusesWhatIsNoStencilOrTile) {
  EXPECT_EQ(refusal([] { naive_redundancy(0); }), "redundancy of a star of radius 0 (give 1 or more)");
  EXPECT_EQ(refusal([] {
              one_pass_redundancy(-1, {8, 8});
            }),
            "redundancy of a star of radius -1 (give 1 or more)");
  EXPECT_EQ(refusal([] {
              two_pass_redundancy(4, {0, 8});
            }),
            "redundancy of a tile of 0 x 8 nodes (give 1 x 1 or more)");
}

} // namespace tessera
