// SPDX-License-Identifier: Apache-2.0
// The flow solver against exact solutions and balances, and its bits, also on many ranks.
#include <gtest/gtest.h>
#include <numbers>

#include "support/flow_ranks.hpp"
#include "support/poisson.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

constexpr double pi = std::numbers::pi;

/// The vortices of Taylor and Green in a periodic box of length 2 pi.
struct Vortices {
  FlowProblem problem;
  std::vector<double> omega;

  Vortices(Index n0, Index n1, double viscosity) {
    problem.grid = {.nodes = {n0, n1},
                    .spacing = {2 * pi / static_cast<double>(n0), 2 * pi / static_cast<double>(n1)}};
    problem.sides = {FlowSide::periodic, FlowSide::periodic, FlowSide::periodic, FlowSide::periodic};
    problem.viscosity = viscosity;
    problem.tolerance = 1e-13;
    omega = sampled<double>(problem.grid,
                            [](Lengths<2> const& x) { return std::cos(x[0]) * std::cos(2 * x[1]); });
  }

  /// What is left of the vortices after so many steps, at the node where they are strongest.
  std::vector<double> after(int steps, double dt) const {
    Exec const exec;
    DoubleFlow flow(exec, problem, {}, Direct{});
    fill_view(flow.vorticity(), omega);
    flow.begin(exec);
    for (int n = 0; n < steps; ++n) flow.step(exec, dt);
    return values_of(flow.vorticity());
  }
};

TEST(Flow, VorticesDecayAsTheirDiscreteMode) {
  Vortices const vortices(24, 37, 0.05);
  auto const& h = vortices.problem.grid.spacing;
  // A mode of the discrete Laplacian: psi is a multiple of omega, so that Arakawa's J vanishes.
  double const eigenvalue =
      2 * (std::cos(h[0]) - 1) / (h[0] * h[0]) + 2 * (std::cos(2 * h[1]) - 1) / (h[1] * h[1]);
  double const dt = 0.05, z = 0.05 * eigenvalue * dt, factor = 1 + z * (1 + z / 2 * (1 + z / 3));
  auto const found = vortices.after(40, dt);
  double const left = std::pow(factor, 40);
  for (std::size_t n = 0; n < found.size(); ++n) EXPECT_NEAR(found[n], left * vortices.omega[n], 1e-12) << n;
}

TEST(Flow, IsOfSecondOrderInSpace) {
  auto const error = [](Index n, int steps) {
    Vortices const vortices(n, n, 0.05);
    auto const found = vortices.after(steps, 1. / steps);
    return std::fabs(found.front() - std::exp(-5 * 0.05));
  };
  double const coarse = error(16, 10), fine = error(32, 20);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
}

/// At rest nothing but the walls says how long a step may be.
TEST(Flow, CourantRateKnowsMovingWalls) {
  Exec const exec;
  FlowProblem problem{.grid = {.nodes = {17, 33}, .spacing = {0.125, 0.0625}}, .viscosity = 1e-4};
  auto const rate = [&] {
    DoubleFlow flow(exec, problem, {}, Direct{});
    flow.begin(exec);
    return flow.courant_rate(exec);
  };
  EXPECT_EQ(rate(), 0);
  problem.wall_speed[3] = -2; // along x
  EXPECT_EQ(rate(), 2 / 0.125);
  problem.wall_speed[0] = 1.5; // along y
  EXPECT_EQ(rate(), 1.5 / 0.0625);
  problem.sides[0] = FlowSide::slip; // its speed says nothing
  EXPECT_EQ(rate(), 2 / 0.125);
}

/// A symmetric start is antisymmetric in psi and omega and stays so: the stencil to the last bit (see
/// flow_arakawa.cpp), the whole to rounding, since multigrid adds neighbours of a coarse node in one order.
TEST(Flow, KeepsSymmetry) {
  Exec const exec;
  auto problem = stream(65, 33, 80);
  problem.tolerance = 1e-12;
  auto const n = problem.grid.nodes;
  DoubleFlow flow(exec, problem, square(problem.grid, 16), Direct{});
  auto const start = random_values<double>(static_cast<std::size_t>(problem.grid.size()), 8);
  auto omega = start;
  auto const at = [&](Index i, Index j) { return static_cast<std::size_t>(i * n[1] + j); };
  for (Index i = 0; i < n[0]; ++i)
    for (Index j = 0; j < n[1]; ++j) omega[at(i, j)] = start[at(i, j)] - start[at(i, n[1] - 1 - j)];
  fill_view(flow.vorticity(), omega);
  flow.begin(exec);
  for (int k = 0; k < 20; ++k) {
    auto const step = flow.step(exec, step_length(flow));
    EXPECT_NEAR(step.force.along_y, 0, 1e-10);
    EXPECT_NEAR(step.circulation, 0, 1e-10);
    EXPECT_GT(step.force.along_x, 0.1);
  }
  for (auto const& view : {flow.vorticity(), flow.psi()}) {
    auto const f = values_of(view);
    for (Index i = 0; i < n[0]; ++i)
      for (Index j = 0; j < n[1]; ++j)
        EXPECT_NEAR(f[at(i, j)], -f[at(i, n[1] - 1 - j)], 1e-9) << i << ", " << j;
  }
}

/// A stream past the square with a vortex beside it, after some steps.
template <class SchemeType>
DoubleFlow disturbed(SchemeType const& scheme, int steps) {
  Exec const exec;
  auto const problem = stream(70, 41, 100);
  DoubleFlow flow(exec, problem, square(problem.grid, 16), scheme);
  fill_view(flow.vorticity(), sampled<double>(problem.grid, [](Lengths<2> const& x) {
              return 3 * std::exp(-4 * (std::pow(x[0] - 4, 2) + std::pow(x[1] - 3, 2)));
            }));
  flow.begin(exec);
  for (int k = 0; k < steps; ++k) flow.step(exec, step_length(flow));
  return flow;
}

TEST(Flow, SchemesAgree) {
  auto const direct = disturbed(Direct{}, 12);
  auto const nodes = direct.problem().grid.nodes;
  for (Tile const& tile : {Tile{0, 0, 0}, Tile{9, 7, 0}}) {
    auto const tiled = disturbed(Tiled{.tile = tile}, 12);
    EXPECT_TRUE((same_bits<double, 2>(nodes, values_of(direct.vorticity()), values_of(tiled.vorticity()))));
    EXPECT_TRUE((same_bits<double, 2>(nodes, values_of(direct.psi()), values_of(tiled.psi()))));
  }
}

TEST(Flow, ContinuesAsIfItHadNotStopped) {
  Exec const exec;
  auto flow = disturbed(Direct{}, 7);
  DoubleFlow again(exec, flow.problem(), square(flow.problem().grid, 16), Direct{});
  fill_view(again.vorticity(), values_of(flow.vorticity()));
  fill_view(again.psi(), values_of(flow.psi()));
  again.resume(exec);
  for (int k = 0; k < 5; ++k) {
    auto const one = flow.step(exec, step_length(flow)), other = again.step(exec, step_length(again));
    EXPECT_EQ(one.force.along_x, other.force.along_x);
    EXPECT_EQ(one.force.along_y, other.force.along_y);
    EXPECT_EQ(one.circulation, other.circulation);
  }
  auto const nodes = flow.problem().grid.nodes;
  EXPECT_TRUE((same_bits<double, 2>(nodes, values_of(flow.vorticity()), values_of(again.vorticity()))));
  EXPECT_TRUE((same_bits<double, 2>(nodes, values_of(flow.psi()), values_of(again.psi()))));
}

TEST(Flow, RanksAgree) {
  auto const smooth = [](Lengths<2> const& x) { return std::sin(3 * x[0]) * std::cos(5 * x[1]) + x[1]; };
  SharedFlow flow{.problem = stream(49, 33, 60), .body = {}, .omega = {}, .dt = {0.02, 0.03, 0.01}};
  auto const& grid = flow.problem.grid;
  flow.body = square(grid, 20); // which both cuts of 2 x 2 blocks cross
  flow.omega = sampled<double>(grid, smooth);
  flow.expect_bits_of_one_rank({2, 2}, 1);
  flow.expect_bits_of_one_rank({1, 3}, 2);
  flow.body = {};
  flow.problem.inflow = {};
  using enum FlowSide;
  flow.problem.sides = {periodic, periodic, slip, wall};
  flow.problem.wall_speed[3] = 1;
  flow.expect_bits_of_one_rank({3, 2}, 3);
  flow.problem.sides = {wall, wall, periodic, periodic};
  flow.problem.wall_speed[0] = -1;
  flow.expect_bits_of_one_rank({2, 1}, 4);
  flow.problem.sides = {periodic, periodic, periodic, periodic};
  flow.omega = sampled<double>(grid, [](Lengths<2> const& x) { return std::cos(x[0]) * std::cos(2 * x[1]); });
  flow.expect_bits_of_one_rank({2, 3}, 5);
}

TEST(Flow, RefusesABlockOfAnotherGrid) {
  SharedFlow const flow{.problem = stream(49, 33, 60), .body = {}, .omega = {}, .dt = {}};
  auto other = flow.problem.grid;
  other.nodes[1] = 40;
  expect_in(flow.refusal_of_block(other, {.upper = {1, 0}}),
            "a grid with 40 nodes and spacing 0.125 along axis 1, the problem's grid has 33 and 0.125");
  expect_in(flow.refusal_of_block(flow.problem.grid, {}),
            "has a halo of 0 nodes on its side east, where other ranks go on (give it 1)");
}

TEST(Flow, CirculationAroundTheBodyIsTheVorticityOfItsSurface) {
  Exec const exec;
  auto flow = disturbed(Direct{}, 30);
  auto const step = flow.step(exec, step_length(flow));
  EXPECT_GT(std::fabs(step.circulation), 1e-3); // the vortex beside the square breaks the symmetry
  auto const psi = values_of(flow.psi()), omega = values_of(flow.vorticity());
  auto const n1 = flow.problem().grid.nodes[1];
  auto const at = [&](Index i, Index j) { return static_cast<std::size_t>(i * n1 + j); };
  // Around a box three nodes wider than the square: what is inside is that of the surface and of the fluid
  // between.
  double around = 0, fluid = 0;
  double const cell = 0.125 * 0.125;
  for (Index i = 13; i <= 27; ++i)
    for (Index j = 13; j <= 27; ++j) {
      bool const body = i >= 16 && i <= 24 && j >= 16 && j <= 24;
      if (!body) fluid += omega[at(i, j)] * cell;
      if (i == 13) around += psi[at(i - 1, j)] - psi[at(i, j)];
      if (i == 27) around += psi[at(i + 1, j)] - psi[at(i, j)];
      if (j == 13) around += psi[at(i, j - 1)] - psi[at(i, j)];
      if (j == 27) around += psi[at(i, j + 1)] - psi[at(i, j)];
      if (body) {
        EXPECT_EQ(psi[at(i, j)], psi[at(16, 16)]);
      }
    }
  EXPECT_NEAR(around, step.circulation + fluid, 1e-6);
  // Thom's formula on a flat wall, and the circulation of the three quarters of a cell that a corner has.
  double const body = psi[at(16, 16)];
  EXPECT_NEAR(omega[at(20, 24)], 2 * (psi[at(20, 25)] - body) / cell, 1e-9);
  EXPECT_NEAR(omega[at(16, 24)], 4. / 3 * (psi[at(15, 24)] + psi[at(16, 25)] - 2 * body) / cell, 1e-9);
}

} // namespace tessera::test
