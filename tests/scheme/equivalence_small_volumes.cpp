// SPDX-License-Identifier: Apache-2.0
// Small grids in 3D (support/small_grids.hpp), and those that are stepped in memory.
#include "support/small_grids.hpp"

namespace tessera::test {

TEST(EquivalenceSmall, Volumes) {
  expect_small<float, Right>(StarSum<3, 2>{}, {{17, 15, 19}, {5, 5, 5}, {8, 3, 9}});
  expect_small<double, Left>(BoxSum<3>{}, {{12, 13, 30}, {3, 3, 3}, {4, 1, 6}});
  expect_small<double, Right>(BoxSum<3>{}, {{30, 13, 12}, {3, 3, 3}, {6, 1, 4}});
  expect_small<double, Left>(TwoLevelSum<3, 1>{}, {{12, 13, 30}, {3, 3, 3}, {4, 1, 6}});
}

// Volumes that two cores' caches do not hold are stepped in memory on a host, where the stencil is wide or
// the last cache holds them.
template <class T, class Layout, class StencilType>
void expect_middle_volume(StencilType const& stencil, Extents<3> const& nodes) {
  for (auto const& problem : pairwise_problems<3>({nodes}, StencilType::reads.radius, 1)) {
    SCOPED_TRACE(problem.text());
    Memory<T, 3, Layout> memory(nodes);
    auto const trajectory = reference_trajectory<T>(problem, stencil, {2, 1}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, Temporal{});
    auto const field = make_field(problem.grid(), memory.view());
    std::string const way =
        Stepper(Exec(), field, stencil, any_boundary<3>(problem.faces), Temporal{}).report().way;
    if (detail::on_host<Exec> && Exec().concurrency() <= 2) {
      EXPECT_EQ(way, "memory");
    }
  }
}
TEST(EquivalenceSmall, MiddleVolumes) {
  expect_middle_volume<float, Right>(StarSum<3, 2>{}, {60, 66, 70});
  expect_middle_volume<double, Left>(TwoLevelSum<3, 1>{}, {41, 50, 52});
}
TEST(EquivalenceSmall, LargeVolumesStream) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "a device's caches are no matter here";
  detail::TemporalCase volume{.dimension = 3, .nodes = {{3000, 3000, 3000}}, .concurrency = 2};
  EXPECT_EQ(detail::temporal_way(volume), detail::TemporalWay::scratch);
  volume.reads_halo = true;
  volume.radius = 2;
  EXPECT_EQ(detail::temporal_way(volume), detail::TemporalWay::scratch);
  volume.reads_halo = false;
  EXPECT_EQ(detail::temporal_way(volume), detail::TemporalWay::memory);
}

} // namespace tessera::test
