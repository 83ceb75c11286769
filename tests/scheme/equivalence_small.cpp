// SPDX-License-Identifier: Apache-2.0
// Grids that are so small that Temporal by default holds all of them in caches or registers: many steps per
// launch give the reference's bits.
//
// Covered: every kind of boundary, obstacles, stars, boxes and two time levels, both layouts; rows shorter
// than a vector, as long as a vector and its multiples; grids that one core steps, grids that several share
// with few rows each, and grids larger than their caches; steps in one launch, in several, and with a
// remainder.
#include <tessera/core/caches.hpp>

#include <cmath>
#include <utility>

#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, class StencilType, int D = StencilType::reads.dimension>
void expect_small(StencilType const& stencil, std::vector<Extents<D>> const& sizes, int mixes = 14) {
  for (auto const& problem : pairwise_problems<D>(sizes, StencilType::reads.radius, mixes)) {
    SCOPED_TRACE(problem.text());
    auto const trajectory = reference_trajectory<T>(problem, stencil, {3, 1, 0, 2, 29}, 7);
    Memory<T, D, Layout> memory(problem.nodes);
    for (int fused : {0, 1, 2, 3, 7}) {
      if (D == 3 && !detail::on_host<Exec> && fused > 2) continue; // more scratch than a team of a device has
      SCOPED_TRACE(fused);
      expect_same_trajectory(trajectory, problem, memory, stencil, Temporal{.fused_steps = fused});
    }
  }
}

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

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
TEST(EquivalenceSmall, Planes) {
  expect_small<double, Right>(Literal<2>{}, {{70, 64}, {5, 4}, {64, 70}, {3, 1500}, {1400, 3}, {17, 32}});
  expect_small<float, Left>(TwoLevelSum<2, 1>{}, {{66, 64}, {4, 5}, {35, 130}, {1, 9}, {33, 18}});
}
TEST(EquivalenceSmall, WideStars) {
  expect_small<double, Left>(StarSum<2, 2>{}, {{60, 75}, {5, 5}, {900, 6}, {6, 900}});
  expect_small<float, Right>(TwoLevelSum<2, 4>{}, {{41, 120}, {9, 9}, {2, 30}});
}
TEST(EquivalenceSmall, Boxes) {
  expect_small<double, Right>(BoxSum<2>{}, {{70, 64}, {3, 3}, {5, 1}});
  expect_small<double, Left>(BoxSum<2>{}, {{64, 70}, {3, 3}, {1, 5}});
}
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

// Shares of the grid that do not fit the cores' second caches are stepped in chunks. These caches are small,
// and so is the grid; with more cores both grow, so that a share has as many chunks as on two.
struct SmallSecondCache {
  std::size_t const before;
  explicit SmallSecondCache(std::size_t bytes) : before(std::exchange(detail::second_cache_size(), bytes)) {}
  ~SmallSecondCache() { detail::second_cache_size() = before; }
};

template <class T, class Layout, class StencilType>
void expect_chunks(StencilType const& stencil, int levels) {
  Index const cores = detail::on_host<Exec> ? Exec().concurrency() : 1;
  SmallSecondCache const small(static_cast<std::size_t>(cores) << 16);
  double const bytes = 0.9 * static_cast<double>(detail::second_cache_bytes()) * static_cast<double>(cores);
  Index const of_node = static_cast<Index>(sizeof(T)) * levels;
  auto const across = static_cast<Index>(std::sqrt(bytes / static_cast<double>(of_node)));
  constexpr int radius = StencilType::reads.radius;
  auto const way = detail::exchange_interval(across, across * of_node, across / cores, radius, true, false);
  EXPECT_GT(way.between, 1);
  EXPECT_LT(way.chunk, across / cores);
  expect_small<T, Layout>(stencil, {{across, across}}, 2);
}
TEST(EquivalenceSmall, Chunks) {
  if constexpr (!detail::on_host<Exec>) GTEST_SKIP() << "devices keep small grids in registers";
  expect_chunks<double, Right>(Literal<2>{}, 2);
  expect_chunks<float, Left>(TwoLevelSum<2, 2>{}, 3);
}

template <class T, class Layout, int D>
void expect_with_coefficients(std::vector<Extents<D>> const& sizes) {
  for (auto const& problem : pairwise_problems<D>(sizes, 1, 10)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> coefficients(problem.nodes), memory(problem.nodes);
    coefficients.fill(random_values<T>(static_cast<std::size_t>(problem.grid().size()), 11));
    auto const device = coefficients.view();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
    Everything<D, std::decay_t<decltype(host)>> const same_on_host{host};
    auto const trajectory = reference_trajectory<T>(problem, same_on_host, {1, 26, 4}, 7);
    expect_same_trajectory(trajectory, problem, memory, Everything<D, std::decay_t<decltype(device)>>{device},
                           Temporal{});
  }
}

// Formulas that use everything that `at` offers are evaluated only at nodes that exist.
TEST(EquivalenceSmall, NodesAsTheyAre) {
  expect_with_coefficients<double, Right, 1>({{1000}, {7}, {2}});
  expect_with_coefficients<double, Left, 2>({{67, 83}, {5, 70}, {1, 41}, {3, 3}});
  expect_with_coefficients<float, Right, 3>({{22, 13, 31}, {9, 1, 14}, {3, 3, 3}});
}

// Conditions that promise frozen nodes, or nodes constant in time, are evaluated in the first steps only.
template <class StencilType>
void expect_promises_hold(StencilType const& stencil, Extents<2> const& nodes) {
  Random random(9);
  FaceSpec const wall{Kind::dirichlet, 0.75};
  auto const boundary = everywhere(Dirichlet{0.75}).on(east, Fixed{}).on(north, ZeroGradient{});
  for (auto layout : {Obstacle::none, Obstacle::touching}) {
    Problem<2> const problem{.nodes = nodes,
                             .faces = {wall, FaceSpec{Kind::fixed}, wall, FaceSpec{Kind::zero_gradient}},
                             .obstacle = obstacle<2>(nodes, layout, random)};
    SCOPED_TRACE(problem.text());
    Memory<double, 2, Right> memory(nodes);
    auto const trajectory = reference_trajectory<double>(problem, stencil, {7, 1, 12}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Temporal{});
    expect_same_trajectory(trajectory, problem, memory, stencil, boundary, Direct{});
  }
}
TEST(EquivalenceSmall, PromisesOfFaces) {
  expect_promises_hold(StarSum<2, 1>{}, {33, 18});
  expect_promises_hold(TwoLevelSum<2, 2>{}, {64, 70});
}

// The scheme's own report: host cores hold small grids in their caches and stream larger ones.
TEST(EquivalenceSmall, LargeGridsStream) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "a device's caches are no matter here";
  auto const steps_of = [](int n) {
    Memory<double, 2, Right> memory({n, n});
    auto const field = make_field(Grid<2>{.nodes = {n, n}, .spacing = {1, 1}}, memory.view());
    return Stepper(Exec(), field, Literal<2>{}, everywhere(Fixed{}), Temporal{}).report().fused_steps;
  };
  EXPECT_GT(steps_of(40), 100);
  EXPECT_LT(steps_of(3000), 100);
}

} // namespace tessera::test
