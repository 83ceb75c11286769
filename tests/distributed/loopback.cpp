// SPDX-License-Identifier: Apache-2.0
// Ranks in one process, whose messages are delayed and reordered by a seed, give the bits of one rank.
#include "support/loopback.hpp"

#include <cstdlib>

#include "cases.hpp"

namespace tessera::test {

/// Runs the cases of one kind on 1 to 8 ranks.
void expect_bits_of_one_rank(CaseRunner run_case, std::uint64_t seeds) {
  if (char const* more = std::getenv("TESSERA_TEST_SEEDS"))
    seeds *= static_cast<std::uint64_t>(std::atoi(more));
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    for (int ranks : {1, 2, 3, 4, 6, 8}) {
      LoopbackWorld world(ranks, seed);
      world.run([&](int rank) {
        auto const outcome = run_case(seed, rank, ranks, AnyTransport(Loopback(world, rank)));
        EXPECT_EQ(outcome.differing, 0) << outcome.words;
        EXPECT_GT(outcome.compared, 0);
      });
      EXPECT_EQ(world.delivered() > 0, ranks > 1);
      if (testing::Test::HasFailure()) return;
    }
}

TEST(Loopback, OneDimension) { expect_bits_of_one_rank(run_1d, 30); }
TEST(Loopback, TwoDimensions) { expect_bits_of_one_rank(run_2d, 30); }
TEST(Loopback, TwoDimensionsWithAnObstacle) { expect_bits_of_one_rank(run_2d_with_obstacle, 30); }
TEST(Loopback, ThreeDimensionsWithAnObstacle) { expect_bits_of_one_rank(run_3d_with_obstacle, 20); }
TEST(Loopback, ThreeDimensionsOfTwoLevels) { expect_bits_of_one_rank(run_3d_two_levels, 20); }

} // namespace tessera::test
