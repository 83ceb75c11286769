// SPDX-License-Identifier: Apache-2.0
// Ranks in one process, whose messages are delayed and reordered by a seed, give the bits of one rank.
#include "support/loopback.hpp"

#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

#include "support/ranks_against_one.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// Steps a random problem on this many ranks.
template <class T, int D, class Layout, class StencilType>
void expect_bits_of_one_rank(StencilType const& stencil, Extents<D> const& nodes, AnyScheme const& scheme,
                             int fused_steps, int ranks, std::uint64_t seed) {
  Random random(seed);
  RanksProblem<D, AnyScheme> run{
      {.nodes = nodes}, scheme, halo_depth_of<StencilType>(fused_steps), {1, 7, 4}, seed};
  for (int d = 0; d < D; ++d) {
    bool const periodic = random.below(2) == 0;
    for (int side = 0; side < 2; ++side)
      run.problem.faces[2 * d + side] = {periodic ? Kind::periodic : static_cast<Kind>(random.below(8)),
                                         random.value(), random.value(), random.value()};
  }
  SCOPED_TRACE(detail::text(run.problem.text(), " on ", ranks, " ranks, seed ", seed));
  auto const blocks =
      cut(run.problem.grid(), periodic_axes<D>(any_boundary<D>(run.problem.faces)), run.depth, ranks);
  LoopbackWorld world(ranks, seed);
  world.run([&](int rank) {
    Blocks<D> const mine(run.problem.grid(), blocks, run.depth, rank);
    Loopback const transport(world, rank);
    auto const differing = differing_from_one_rank<T, D, Layout>(run, stencil, mine, transport);
    EXPECT_EQ(differing, 0) << "rank " << rank;
  });
  EXPECT_EQ(world.delivered() > 0, ranks > 1);
}

TEST(Loopback, DiffusionInTwoDimensions) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (int ranks : {1, 2, 3, 4, 6})
      expect_bits_of_one_rank<double, 2, Kokkos::LayoutRight>(
          Literal<2>{}, {37, 53}, AnyScheme{"temporal", {0, 0, 0}, 4}, 4, ranks, seed);
}

} // namespace tessera::test
