// SPDX-License-Identifier: Apache-2.0
// Small grids in 2D (support/small_grids.hpp), and those that pass the second caches.
#include <tessera/core/caches.hpp>

#include <cmath>
#include <utility>

#include "support/small_cache.hpp"
#include "support/small_grids.hpp"

namespace tessera::test {

TEST(EquivalenceSmall, Planes) {
  expect_small<double, Right>(Literal<2>{}, {{70, 64}, {5, 4}, {64, 70}, {3, 1500}, {1400, 3}, {17, 32}});
  expect_small<float, Left>(TwoLevelSum<2, 1>{}, {{66, 64}, {4, 5}, {35, 130}, {1, 9}, {33, 18}});
}

// Shares of the grid that do not fit the cores' second caches are stepped in chunks. These caches are small,
// and so is the grid; with more cores both grow, so that a share has as many chunks as on two.
template <class T, class Layout, class StencilType>
void expect_chunks(StencilType const& stencil, int levels) {
  Index const cores = detail::on_host<Exec> ? Exec().concurrency() : 1;
  SmallCache const small(detail::second_cache_size(), static_cast<std::size_t>(cores) << 16);
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
