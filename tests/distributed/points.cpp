// SPDX-License-Identifier: Apache-2.0
// Injections and samplings on ranks in one process: supports that lie across blocks, in their halos and
// around the end of a period give the field and the samples of one rank, in all bits.
#include <tessera/points/with_points.hpp>

#include "random_case.hpp"
#include "support/loopback_ranks.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

using T = float;
constexpr int D = 2;
using StencilType = TwoPartSum<D, 2>;

/// A problem with points, the same on all ranks.
struct Case {
  RanksProblem<D> run;
  std::vector<Lengths<D>> sources, receivers;
  Interpolation from = Interpolation::sinc, to = Interpolation::sinc;
  BeyondFaces<D> beyond;
  Index every = 1;
};

Beyond beyond_of(Kind kind) {
  return kind == Kind::periodic        ? Beyond::period
         : kind == Kind::antisymmetric ? Beyond::odd
         : kind == Kind::neumann       ? Beyond::even
                                       : Beyond::cut;
}

Case random_points(std::uint64_t seed) {
  Random random(seed);
  Case one{{random_problem<D>(random, 40, true, 2), {}, {}, {}, seed}, {}, {}, {}, {}, {}, 1};
  auto const grid = one.run.problem.grid();
  for (int n = 0; n < 12; ++n) {
    Lengths<D> at{};
    for (int d = 0; d < D; ++d) {
      auto const last = static_cast<double>(grid.nodes[d] - 1);
      at[d] = grid.origin[d] + 0.5 * (1. + random.value()) * last * grid.spacing[d];
    }
    (n % 2 == 0 ? one.sources : one.receivers).push_back(at);
  }
  one.from = static_cast<Interpolation>(random.below(3));
  one.to = static_cast<Interpolation>(random.below(3));
  for (int face = 0; face < 2 * D; ++face)
    one.beyond[face / 2][face % 2] = beyond_of(one.run.problem.faces[static_cast<std::size_t>(face)].kind);
  one.every = 1 + random.below(3);
  static char const* const schemes[] = {"direct", "tiled", "temporal", "temporal", "streaming", "two-pass"};
  one.run.scheme.name = schemes[random.below(6)];
  if (one.run.scheme.name == "temporal") one.run.scheme.fused_steps = 1 + static_cast<int>(random.below(5));
  if (one.run.scheme.name == "tiled" && random.below(4) > 0)
    for (int a = 0; a < D; ++a)
      one.run.scheme.tile[a] = 2 * StencilType::reads.radius + 1 + static_cast<int>(random.below(9));
  one.run.depth = halo_depth_of<StencilType>(std::max(1, one.run.scheme.fused_steps));
  for (int call = 0; call < 3; ++call)
    one.run.steps.push_back(1 + random.below(2 * one.run.depth.fused_steps + 2));
  return one;
}

/// The fields after each call and all samples, on a grid with a halo; samples(sampling, steps) reads them.
template <class MakeExchange, class Samples, class Visit>
std::vector<T> step_with_points(Case const& one, AnyScheme const& scheme, Grid<D> const& grid,
                                Halo<D> const& halo, MakeExchange const& make_exchange,
                                Samples const& samples, Visit const& visit) {
  Injection<T, D> const injection(PointSet<D>(grid, one.sources, one.from, one.beyond, {}, halo), 0.3);
  Sampling<T, D> const sampling(PointSet<D>(grid, one.receivers, one.to, one.beyond, {}, halo), one.every);
  Index const first = one.run.problem.first_step;
  injection.fill(Exec(), first, 60, [](Index point, Index level) {
    return 0.7 + 0.1 * double(point) - 0.03 * double(level % 7);
  });
  step_grid<T, Kokkos::LayoutRight, true>(one.run,
                                          with_points(StencilType{}, inject(injection), sample(sampling)),
                                          scheme, grid, halo, make_exchange, visit);
  Index steps = 0;
  for (Index const call : one.run.steps) steps += call;
  return values_of(samples(sampling, first + 1, first + steps));
}

void expect_points_of_one_rank(std::uint64_t seed, int ranks) {
  auto const one = random_points(seed);
  auto const& problem = one.run.problem;
  SCOPED_TRACE(detail::text(problem.text(), ", ", one.run.scheme.name, " of ", one.run.depth.fused_steps,
                            " fused steps, ", ranks, " ranks, seed ", seed));
  auto const periodic = periodic_axes<D>(any_boundary<D>(problem.faces));
  detail::CutProblem<D> const fits{problem.nodes, periodic, one.run.depth, 0};
  if (fits.best(ranks)[0] == 0) return;

  std::vector<std::vector<T>> expected;
  auto const alone = step_with_points(
      one, AnyScheme{}, problem.grid(), Halo<D>{}, [](auto const&) { return NoExchange{}; },
      [](auto const& sampling, Index from, Index to) { return sampling.samples(Exec(), from, to); },
      [&](std::size_t, auto const& u, auto const&) { expected.push_back(values_of(u)); });
  LoopbackWorld world(ranks, seed);
  LoopbackRanks::Shared shared;
  world.run([&](int rank) {
    Blocks<D> const blocks(problem.grid(), cut(problem.grid(), periodic, one.run.depth, ranks), one.run.depth,
                           rank);
    BlockInWhole<D> const block(blocks.grid(), blocks.halo());
    auto const found = step_with_points(
        one, one.run.scheme, blocks.grid(), blocks.halo(),
        [&](auto const& u) { return HaloExchange(Exec(), AnyTransport(Loopback(world, rank)), blocks, u); },
        [&](auto const& sampling, Index from, Index to) {
          return sampling.samples(Exec(), LoopbackRanks(world, shared), from, to);
        },
        [&](std::size_t call, auto const& u, auto const&) {
          EXPECT_EQ(block.differing(u, expected[call]), 0) << "rank " << rank << ", call " << call;
        });
    ASSERT_EQ(found.size(), alone.size());
    EXPECT_EQ(std::memcmp(found.data(), alone.data(), found.size() * sizeof(T)), 0) << "rank " << rank;
  });
}

TEST(PointsOfRanks, AreThoseOfOneRank) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (int ranks : {1, 2, 3, 4, 6}) {
      expect_points_of_one_rank(seed, ranks);
      if (HasFailure()) return;
    }
}

TEST(PointsOfRanks, KnowTheirBlockAndItsHalo) {
  Grid<1> const whole{.nodes = {20}, .spacing = {1.}},
      block{.nodes = {5}, .spacing = {1.}, .origin = {}, .first = {15}, .whole = {20}};
  Halo<1> const halo{{3}, {3}};
  PointSet<1> const points(block, {{0.}, {14.}, {17.}}, Interpolation::nearest, beyond_all<1>(Beyond::period),
                           {}, halo);
  ASSERT_EQ(points.nodes().size(), 3u); // of the whole: 0, 14, 17
  ASSERT_EQ(points.places().size(), 3u);
  EXPECT_EQ(points.own_places(), 1);
  EXPECT_EQ(points.places()[0].at[0], 2);
  EXPECT_EQ(points.places()[1].at[0], 5) << "node 0 lies behind the block";
  EXPECT_EQ(points.places()[2].at[0], -1);
  expect_in(refusal([&] {
              PointSet<1>(whole, {{3.}}, Interpolation::linear, beyond_all<1>(Beyond::cut), {}, halo);
            }),
            "a halo of 3 and 3 nodes along axis 0, of which the grid holds all 20");
  auto const u = [](Grid<1> const& grid, Halo<1> const& beside) {
    return make_field(
        grid, new_view<T, 1, Kokkos::LayoutRight>({grid.nodes[0] + beside.lower[0] + beside.upper[0]}),
        beside);
  };
  auto const refused = [&](PointSet<1> const& set) {
    Injection<T, 1> const injection(set);
    return refusal([&] {
      Stepper(Exec(), u(block, halo), with_points(StarSum<1, 1>{}, inject(injection)), everywhere(Periodic{}),
              Direct{});
    });
  };
  EXPECT_EQ(refused(points), "nothing was refused");
  expect_in(refused(PointSet<1>(block, {}, Interpolation::linear, beyond_all<1>(Beyond::period))),
            "the field has a halo of 3 and 3 nodes along axis 0, the points were made for one of 0 and 0");
  auto other = block;
  other.first = {10};
  expect_in(refused(PointSet<1>(other, {}, Interpolation::linear, beyond_all<1>(Beyond::period), {}, halo)),
            "made for a block that begins at node 10 of axis 0, the field's begins at node 15");
}

} // namespace tessera::test
