// SPDX-License-Identifier: Apache-2.0
// Ranks of a loopback that share a flow.
#pragma once

#include <bit>

#include "support/flow.hpp"
#include "support/loopback_ranks.hpp"
#include "support/ranks_against_one.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

class FlowRanks final : public PoissonRanks<Exec, double, 2> {
public:
  FlowRanks(LoopbackWorld& world, LoopbackRanks::Shared& shared, Blocks<2> const& blocks)
      : count_(world.ranks()), sums_(world, shared), blocks_(blocks),
        exchange_(Exec(), Loopback(world, blocks.rank()), blocks,
                  make_field(blocks.grid(), new_field(blocks), blocks.halo())) {}

  void add(std::int64_t* values, int count) const override { sums_.add(values, count); }
  double largest(double value) const override {
    std::vector<std::int64_t> bits(static_cast<std::size_t>(count_), 0);
    bits[static_cast<std::size_t>(blocks_.rank())] = std::bit_cast<std::int64_t>(value);
    add(bits.data(), count_);
    return std::bit_cast<double>(*std::max_element(bits.begin(), bits.end()));
  }
  void fill_halo(Exec const& exec, Vector const& x) const override {
    auto const field = make_field(blocks_.grid(), x, blocks_.halo());
    exchange_.begin(exec, field, 1);
    exchange_.finish(exec, field, 1);
  }

private:
  static Vector new_field(Blocks<2> const& blocks) {
    Extents<2> nodes = blocks.grid().nodes;
    for (int d = 0; d < 2; ++d) nodes[d] += blocks.halo().lower[d] + blocks.halo().upper[d];
    return new_view<double, 2, Kokkos::LayoutRight>(nodes);
  }

  int count_;
  LoopbackRanks sums_;
  Blocks<2> blocks_;
  HaloExchange<Exec, double, 2, Kokkos::LayoutRight, Loopback> exchange_;
};

/// A flow, and the steps that are made of it from this vorticity.
struct SharedFlow {
  FlowProblem problem;
  std::vector<std::uint8_t> body;
  std::vector<double> omega;
  std::vector<double> dt;

  PeriodicAxes<2> periodic() const {
    return {problem.sides[0] == FlowSide::periodic, problem.sides[2] == FlowSide::periodic};
  }

  /// All numbers that a run gives.
  static std::vector<double> run(DoubleFlow& flow, std::vector<double> const& steps) {
    Exec const exec;
    std::vector<double> numbers;
    flow.begin(exec);
    for (double const dt : steps) {
      numbers.push_back(flow.courant_rate(exec));
      auto const step = flow.step(exec, dt);
      for (double const one : {static_cast<double>(step.iterations), step.change, step.force.along_x,
                               step.force.along_y, step.circulation})
        numbers.push_back(one);
    }
    return numbers;
  }

  /// What is said of the western half of this grid with this halo.
  std::string refusal_of_block(Grid<2> const& grid, Halo<2> const& halo) const {
    constexpr auto depth = halo_depth_of<Vorticity<double>>();
    Blocks<2> const blocks(grid, cut(grid, periodic(), depth, 2, {.parts = {2, 1}}), depth, 0);
    LoopbackWorld world(2, 1);
    LoopbackRanks::Shared shared;
    return refusal([&] {
      DoubleFlow(Exec(), problem, body, Direct{},
                 {std::make_shared<FlowRanks>(world, shared, blocks), blocks.grid(), halo});
    });
  }

  /// Shares it between parts[0] x parts[1] ranks, and expects the bits of one.
  void expect_bits_of_one_rank(Extents<2> const& parts, std::uint64_t seed) const {
    Exec const exec;
    DoubleFlow alone(exec, problem, body, Direct{});
    fill_view(alone.vorticity(), omega);
    auto const expected = run(alone, dt);
    auto const expected_omega = values_of(alone.vorticity()), expected_psi = values_of(alone.psi());
    constexpr auto depth = halo_depth_of<Vorticity<double>>();
    int const ranks = static_cast<int>(parts[0] * parts[1]);
    auto const cells = cut(problem.grid, periodic(), depth, ranks, {.parts = parts});
    LoopbackWorld world(ranks, seed);
    LoopbackRanks::Shared shared;
    world.run([&](int rank) {
      Blocks<2> const blocks(problem.grid, cells, depth, rank);
      BlockInWhole<2> const part(blocks.grid(), blocks.halo());
      DoubleFlow flow(exec, problem, body, Direct{},
                      {std::make_shared<FlowRanks>(world, shared, blocks), blocks.grid(), blocks.halo()});
      copy_nodes(flow.vorticity(), part.view<double, Kokkos::LayoutRight>(omega));
      EXPECT_EQ(run(flow, dt), expected) << "rank " << rank << " of " << ranks;
      EXPECT_EQ(part.differing(flow.vorticity(), expected_omega), 0) << "rank " << rank << " of " << ranks;
      EXPECT_EQ(part.differing(flow.psi(), expected_psi), 0) << "rank " << rank << " of " << ranks;
    });
  }
};

} // namespace tessera::test
