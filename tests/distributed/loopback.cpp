// SPDX-License-Identifier: Apache-2.0
// Ranks in one process, whose messages are delayed and reordered by a seed, give the bits of one rank, and
// the whole field on rank 0.
#include "support/loopback.hpp"

#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/gather.hpp>
#include <tessera/distributed/halo_exchange.hpp>
#include <tessera/tessera.hpp>

#include <cstdlib>

#include "cases.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

/// Runs the cases of one kind on 1 to 8 ranks.
void expect_bits_of_one_rank(CaseRunner run_case, std::uint64_t seeds) {
  if (char const* const other = std::getenv("TESSERA_TEST_PROBLEMS"))
    seeds = std::strtoull(other, nullptr, 10);
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
TEST(Loopback, SystemsInOneDimension) { expect_bits_of_one_rank(run_systems_1d, 20); }
TEST(Loopback, SystemsInTwoDimensions) { expect_bits_of_one_rank(run_systems_2d, 20); }
TEST(Loopback, SystemsInThreeDimensions) { expect_bits_of_one_rank(run_systems_3d, 4); }

/// What advance() says to an exchange that was made for `depth`.
std::string refused_sweeps(HaloDepth const& depth, int radius, bool box, int fused_steps, int ranks = 2) {
  Grid<2> const grid{.nodes = {40, 40}, .spacing = {1, 1}};
  LoopbackWorld world(ranks, 1);
  Blocks<2> const blocks(grid, cut(grid, {}, depth, ranks), depth, 0);
  auto const u = make_field<double>(Exec(), blocks, "u");
  HaloExchange const exchange(Exec(), Loopback(world, 0), blocks, u);
  return refusal([&] { exchange.check_sweeps(radius, box, fused_steps); });
}

TEST(Loopback, RefusesSweepsThatReadMoreThanIsFilled) {
  HaloDepth const star{.radius = 2, .fused_steps = 2}, box{.radius = 2, .fused_steps = 2, .box = true};
  std::string const nothing = "nothing was refused";
  EXPECT_EQ(refused_sweeps(star, 2, false, 2), nothing);
  EXPECT_EQ(refused_sweeps(star, 2, false, 1), nothing);
  EXPECT_EQ(refused_sweeps(box, 2, false, 2), nothing);
  EXPECT_EQ(refused_sweeps(star, 1, true, 9, 1), nothing) << "one rank reads no halo";
  expect_in(refused_sweeps(star, 2, false, 3),
            "3 fused steps of a star of radius 2, the blocks were cut for 2 of "
            "a star of radius 2 (cut with tessera::halo_depth_of<Stencil>(3))");
  expect_in(refused_sweeps(star, 1, false, 2), "of radius 1"); // a width of 2 would leave out its corners
  expect_in(refused_sweeps(star, 2, true, 1), "of a box of radius 2");
}

/// A View of the block with a halo, in which each node holds its number in the whole.
template <class Layout>
auto numbered(Blocks<2> const& blocks) {
  auto const box = blocks.box();
  auto const& halo = blocks.halo();
  Kokkos::View<float**, Layout, Exec::memory_space> const view("numbers",
                                                               box.extent(0) + halo.lower[0] + halo.upper[0],
                                                               box.extent(1) + halo.lower[1] + halo.upper[1]);
  std::vector<float> values(view.size(), -1);
  for (Index i = 0; i < box.extent(0); ++i)
    for (Index j = 0; j < box.extent(1); ++j)
      values[static_cast<std::size_t>((i + halo.lower[0]) * static_cast<Index>(view.extent(1)) + j +
                                      halo.lower[1])] =
          static_cast<float>((box.lower[0] + i) * blocks.whole().nodes[1] + box.lower[1] + j);
  fill_view(view, values);
  return make_field(blocks.grid(), view, halo);
}

template <class Layout>
void expect_whole_on_rank_0(int ranks, std::uint64_t seed) {
  Grid<2> const grid{.nodes = {23, 31}, .spacing = {1, 1}};
  LoopbackWorld world(ranks, seed);
  auto const cuts = cut(grid, {true, false}, HaloDepth{.fused_steps = 2}, ranks);
  world.run([&](int rank) {
    Blocks<2> const blocks(grid, cuts, HaloDepth{.fused_steps = 2}, rank);
    Loopback const transport(world, rank);
    auto const u = numbered<Layout>(blocks);
    auto const all = gather(Exec(), transport, blocks, u);
    ASSERT_EQ(all.size(), rank == 0 ? 23u * 31u : 0u);
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<float>(i));
    Index next = 0;
    auto const planes = [&](Index first, Index count, float const* values) {
      ASSERT_EQ(first, next);
      ASSERT_LE(count, 4);
      for (Index i = 0; i < count * 31; ++i) ASSERT_EQ(values[i], static_cast<float>(first * 31 + i));
      next += count;
    };
    gather_planes(Exec(), transport, blocks, u, planes, 4 * 31 * Index{sizeof(float)} + 5);
    EXPECT_EQ(next, rank == 0 ? 23 : 0);
  });
}

TEST(Gather, WholeFieldOnRank0) {
  for (int ranks : {1, 2, 3, 4, 6, 12})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      expect_whole_on_rank_0<Kokkos::LayoutRight>(ranks, seed);
      expect_whole_on_rank_0<Kokkos::LayoutLeft>(ranks, seed);
    }
}

} // namespace tessera::test
