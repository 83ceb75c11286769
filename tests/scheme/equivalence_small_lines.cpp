// SPDX-License-Identifier: Apache-2.0
// Small grids in 1D (support/small_grids.hpp), and lines that cores share.
#include "support/small_grids.hpp"

namespace tessera::test {

TEST(EquivalenceSmall, Lines) {
  expect_small<double, Right>(StarSum<1, 3>{}, {{300}, {7}, {1}, {64}});
  expect_small<float, Left>(TwoLevelSum<1, 1>{}, {{3000}, {3}, {2}});
}

// Lines that cores share: more steps than a launch makes, several tiles for each core, other ends of a
// period.
template <class T, class StencilType>
void expect_shared_line(StencilType const& stencil, Extents<1> const& nodes) {
  for (auto const& problem : pairwise_problems<1>({nodes}, StencilType::reads.radius, 14)) {
    SCOPED_TRACE(problem.text());
    auto const trajectory = reference_trajectory<T>(problem, stencil, {3, 150}, 7);
    Memory<T, 1, Right> memory(nodes);
    expect_same_trajectory(trajectory, problem, memory, stencil, Temporal{});
  }
}
TEST(EquivalenceSmall, SharedLines) {
  expect_shared_line<double>(StarSum<1, 3>{}, {1024});
  expect_shared_line<float>(TwoLevelSum<1, 1>{}, {9001});
  expect_shared_line<double>(TwoLevelSum<1, 1>{}, {9001});
}
TEST(EquivalenceSmall, LinesGoThroughTheCachesOnOneCoreAlone) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "a device has other ways";
  detail::TemporalCase line{.nodes = {{1024, 1, 1}}, .concurrency = 2};
  EXPECT_EQ(detail::temporal_way(line), detail::TemporalWay::scratch);
  line.concurrency = 1;
  EXPECT_EQ(detail::temporal_way(line), detail::TemporalWay::caches);
  line = {.nodes = {{1023, 1, 1}}, .concurrency = 2};
  EXPECT_EQ(detail::temporal_way(line), detail::TemporalWay::caches);
}

} // namespace tessera::test
