// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients with multigrid: how fast, to which order, and what becomes of singular problems.
#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/right_side.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"

namespace tessera::test {

using enum PoissonEnd;

/// The mean factor by which an iteration lowers the residual, from a random right side down to `tolerance`.
template <class T, int D>
double convergence_factor(Grid<D> const& grid, PoissonEnds<D> const& ends, double tolerance,
                          NodeView<std::uint8_t, D> const& obstacle = {}) {
  Exec const exec;
  PoissonReduction<Exec, T, D> const reduction(exec, grid, ends, obstacle);
  auto const& poisson = reduction.poisson();
  auto const size = static_cast<std::size_t>(poisson.grid().size());
  auto const f = node_view<T, D>(poisson.grid().nodes, random_values<T>(size, 17));
  make_consistent(exec, poisson, f);
  auto const x = poisson.make(exec, "x");
  auto const report = MultigridCg<Exec, T, D>(exec, poisson)
                          .solve(exec, x, f, {.max_iterations = 40, .tolerance = tolerance});
  EXPECT_TRUE(report.converged) << "residual " << report.error.residual;
  return std::pow(report.error.residual, 1. / static_cast<double>(report.iterations));
}

Grid<2> square(Index n) {
  return {.nodes = {n, n}, .spacing = {1. / static_cast<double>(n - 1), 1. / static_cast<double>(n - 1)}};
}

TEST(PoissonMultigrid, ConvergesAlikeOnAllGrids) {
  for (Index n : {129, 257, 513}) EXPECT_LT((convergence_factor<double, 2>(square(n), {}, 1e-10)), 0.12) << n;
}

TEST(PoissonMultigrid, ConvergesForAllKindsOfEnds) {
  for (PoissonEnds<2> const& ends : {PoissonEnds<2>{fixed, zero_gradient, fixed, fixed},
                                     {mirrored, mirrored, mirrored, mirrored},
                                     {periodic, periodic, periodic, periodic},
                                     {periodic, periodic, mirrored, fixed},
                                     {zero_gradient, zero_gradient, zero_gradient, zero_gradient},
                                     {mirrored, zero_gradient, fixed, mirrored}}) {
    EXPECT_LT((convergence_factor<double, 2>({.nodes = {150, 131}, .spacing = {0.1, 0.1}}, ends, 1e-10)),
              0.15)
        << text<2>(ends);
  }
}

TEST(PoissonMultigrid, ConvergesWhereSpacingsDiffer) {
  EXPECT_LT((convergence_factor<double, 2>({.nodes = {101, 201}, .spacing = {0.05, 0.01}}, {}, 1e-10)), 0.2);
  EXPECT_LT(
      (convergence_factor<double, 3>({.nodes = {33, 20, 41}, .spacing = {0.1, 0.2, 0.05}},
                                     {fixed, fixed, mirrored, zero_gradient, periodic, periodic}, 1e-10)),
      0.3);
}

/// Bodies whose surfaces lie anywhere between the nodes of coarse grids, as figures in the unit square.
struct Figure {
  char const* name;
  bool (*inside)(double x, double y);
};
constexpr Figure figures[] = {
    {"rectangle",
     [](double x, double y) { return std::fabs(x - 0.43) < 0.131 && std::fabs(y - 0.52) < 0.083; }},
    {"circle", [](double x, double y) { return std::hypot(x - 0.37, y - 0.54) < 0.171; }},
    {"triangle",
     [](double x, double y) {
       return 0.45 * (y - 0.3) > 0.12 * (x - 0.3) && 0.15 * (y - 0.3) < 0.43 * (x - 0.3) &&
              0.31 * (x - 0.75) + 0.3 * (y - 0.42) < 0;
     }},
    {"aerofoil",
     [](double x, double y) { // a parabola's thickness, a sharp end
       double const s = (x - 0.25) / 0.5, turned = y - 0.53 + 0.14 * (x - 0.25);
       return s >= 0 && s <= 1 && std::fabs(turned) < 0.3 * 0.5 * (std::sqrt(s) - s);
     }},
};

NodeView<std::uint8_t, 2> mask_of(Grid<2> const& grid, Figure const& figure) {
  return node_view<std::uint8_t, 2>(
      grid.nodes, sampled<std::uint8_t>(grid, [&](auto const& x) { return figure.inside(x[0], x[1]); }));
}

TEST(PoissonMultigrid, ConvergesAroundBodiesAsWithoutThem) {
  for (auto const& figure : figures)
    for (Index n : {129, 257, 300}) {
      auto const grid = square(n);
      EXPECT_LT((convergence_factor<double, 2>(grid, {fixed, zero_gradient, fixed, fixed}, 1e-10,
                                               mask_of(grid, figure))),
                0.15)
          << figure.name << ' ' << n;
    }
}

TEST(PoissonMultigrid, ConvergesAroundThinPlates) {
  Grid<2> const grid{.nodes = {257, 129}, .spacing = {1. / 128, 1. / 128}};
  for (Index row : {63, 64}) { // between the nodes of the next grid, and on them
    auto const plate = sampled<std::uint8_t>(grid, [&](auto const& x) {
      return std::fabs(x[0] - 1) < 0.4 && std::fabs(x[1] - static_cast<double>(row) / 128) < 0.004;
    });
    EXPECT_LT((convergence_factor<double, 2>(grid, {fixed, zero_gradient, fixed, fixed}, 1e-10,
                                             node_view<std::uint8_t, 2>(grid.nodes, plate))),
              0.2)
        << row;
  }
}

TEST(PoissonMultigrid, ConvergesAroundABodyInSpace) {
  Grid<3> const grid{.nodes = {41, 36, 33}, .spacing = {0.1, 0.1, 0.1}};
  auto const ball = sampled<std::uint8_t>(
      grid, [](auto const& x) { return std::hypot(x[0] - 1.8, x[1] - 1.9, x[2] - 1.6) < 0.83; });
  EXPECT_LT((convergence_factor<double, 3>(grid, {fixed, zero_gradient, fixed, fixed, mirrored, mirrored},
                                           1e-10, node_view<std::uint8_t, 3>(grid.nodes, ball))),
            0.2);
}

TEST(PoissonMultigrid, ConvergesInFloat) {
  EXPECT_LT((convergence_factor<float, 2>(square(129), {}, 1e-5)), 0.15);
}

/// The largest error of the solution with u = exp(x) cos(y + 0.3) + x y^2, whose right side is 2 x. West and
/// south hold u, east has its flux, north is fixed too; a block in the middle holds u as well.
double manufactured_error(Index n, bool block) {
  Exec const exec;
  double const h = 1. / static_cast<double>(n - 1);
  Grid<2> const grid{.nodes = {n, 2 * n - 1}, .spacing = {h, 0.5 * h}};
  auto const exact = [](Lengths<2> const& x) {
    return std::exp(x[0]) * std::cos(x[1] + 0.3) + x[0] * x[1] * x[1];
  };
  auto const u_exact = sampled<double>(grid, exact);
  auto const f =
      node_view<double, 2>(grid.nodes, sampled<double>(grid, [](auto const& x) { return 2 * x[0]; }));
  std::vector<double> flux;
  for (Index j = 0; j < grid.nodes[1]; ++j) {
    double const y = grid.position(1, j);
    flux.push_back(std::exp(1.) * std::cos(y + 0.3) + y * y);
  }
  Kokkos::View<double*, Exec::memory_space> const q("flux", flux.size());
  Kokkos::deep_copy(q, Kokkos::View<double const*, Kokkos::HostSpace>(flux.data(), flux.size()));
  add_flux(exec, f, grid, 1, q);
  std::vector<std::uint8_t> mask;
  if (block)
    mask = sampled<std::uint8_t>(
        grid, [](auto const& x) { return std::fabs(x[0] - 0.5) < 0.126 && std::fabs(x[1] - 0.5) < 0.126; });
  PoissonEnds<2> const ends{fixed, mirrored, fixed, fixed};
  PoissonReduction<Exec, double, 2> const reduction(
      exec, grid, ends, block ? node_view<std::uint8_t, 2>(grid.nodes, mask) : NodeView<std::uint8_t, 2>());
  auto start = u_exact; // right where it is known, wrong elsewhere
  for_each_node<2>(grid.nodes, [&](Extents<2> const& node) {
    auto const at = static_cast<std::size_t>(row_major<2>(grid.nodes, node));
    bool const known = node[0] == 0 || node[1] == 0 || node[1] == grid.nodes[1] - 1 || (block && mask[at]);
    if (!known) start[at] = 0.1;
  });
  auto const x = node_view<double, 2>(grid.nodes, start);
  auto const report =
      MultigridCg<Exec, double, 2>(exec, reduction.poisson()).solve(exec, x, f, {.tolerance = 1e-11});
  EXPECT_TRUE(report.converged);
  double error = 0;
  auto const found = values_of(x);
  for (std::size_t i = 0; i < found.size(); ++i) error = std::fmax(error, std::fabs(found[i] - u_exact[i]));
  return error;
}

// Rounding sets a limit to the residual of a field, and none to that of the recursion.
TEST(PoissonMultigrid, SaysWhatTheFieldReachedWhereATolerancePassesRounding) {
  Exec const exec;
  PoissonReduction<Exec, double, 2> const reduction(exec, square(129), {});
  auto const& poisson = reduction.poisson();
  auto const f = node_view<double, 2>(
      poisson.grid().nodes, random_values<double>(static_cast<std::size_t>(poisson.grid().size()), 23));
  auto const x = poisson.make(exec, "x");
  auto const report = MultigridCg<Exec, double, 2>(exec, poisson)
                          .solve(exec, x, f, {.max_iterations = 60, .tolerance = 1e-17});
  EXPECT_FALSE(report.converged);
  EXPECT_LT(report.iterations, 60);
  EXPECT_GT(report.best_residual, 1e-17);
  EXPECT_LE(report.best_residual, report.error.residual);
  EXPECT_LT(report.best_residual, 1e-12);
  EXPECT_TRUE(report.stagnated);
  EXPECT_LT(report.best_residual, 4 * report.rounding.residual);
  EXPECT_GT(report.best_residual, report.rounding.residual / 30);
  // Where iterations ran out rounding is not to blame.
  Kokkos::deep_copy(x, 0.);
  auto const cut =
      MultigridCg<Exec, double, 2>(exec, poisson).solve(exec, x, f, {.max_iterations = 3, .tolerance = 1e-9});
  EXPECT_FALSE(cut.converged);
  EXPECT_FALSE(cut.stagnated);
}

TEST(PoissonMultigrid, ManufacturedSolutionsConvergeWithOrderTwo) {
  for (bool block : {false, true}) {
    double const order = std::log2(manufactured_error(33, block) / manufactured_error(65, block));
    EXPECT_NEAR(order, 2, 0.1) << (block ? "around a block" : "");
  }
}

TEST(PoissonMultigrid, SingularProblemsAreSolvedUpToAConstant) {
  Exec const exec;
  Grid<2> const grid{.nodes = {65, 96}, .spacing = {1. / 64, 1. / 96}};
  PoissonOperator<Exec, double, 2> const poisson(exec, grid, {mirrored, mirrored, periodic, periodic});
  ASSERT_TRUE(poisson.singular());
  constexpr double pi = std::numbers::pi;
  auto const mode = [](Lengths<2> const& x) { return std::cos(pi * x[0]) * std::sin(2 * pi * x[1]); };
  // The discrete eigenvalue of the mode makes the discrete solution exact.
  double const s0 = std::sin(pi / 128) * 2 * 64, s1 = std::sin(pi / 96) * 2 * 96;
  auto const rhs = [&](double off) {
    return node_view<double, 2>(grid.nodes, sampled<double>(grid, [&](auto const& x) {
                                  return off - (s0 * s0 + s1 * s1) * mode(x);
                                }));
  };
  auto const f = rhs(0);
  EXPECT_LT(make_consistent(exec, poisson, f), 1e-14);
  EXPECT_GT(make_consistent(exec, poisson, rhs(100)), 0.5);
  auto const x =
      node_view<double, 2>(grid.nodes, random_values<double>(static_cast<std::size_t>(grid.size()), 9));
  auto const report = MultigridCg<Exec, double, 2>(exec, poisson).solve(exec, x, f, {.tolerance = 1e-11});
  EXPECT_TRUE(report.converged);
  auto const found = values_of(x), expected = sampled<double>(grid, mode);
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-10) << i;
}

TEST(PoissonMultigrid, OutflowRepeatsTheNodeInside) {
  Exec const exec;
  Grid<2> const grid{.nodes = {40, 21}, .spacing = {0.1, 0.1}};
  PoissonReduction<Exec, double, 2> const reduction(exec, grid, {fixed, zero_gradient, fixed, zero_gradient});
  EXPECT_EQ(reduction.poisson().grid().nodes[0], 39);
  auto const start = random_values<double>(40 * 21, 2);
  auto const full = node_view<double, 2>(grid.nodes, start);
  auto const part = reduction.poisson().make(exec, "part");
  reduction.gather(exec, full, part);
  reduction.scatter(exec, part, full);
  auto const found = values_of(full);
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < 21; ++j) {
      bool const kept = i == 0 || j == 0;
      Index const from = kept ? i * 21 + j : std::min<Index>(i, 38) * 21 + std::min<Index>(j, 19);
      ASSERT_EQ(found[static_cast<std::size_t>(i * 21 + j)], start[static_cast<std::size_t>(from)])
          << i << ", " << j;
    }
}

TEST(PoissonMultigrid, ASolvedProblemWithoutAToleranceEnds) {
  Exec const exec;
  Grid<2> const grid{.nodes = {17, 17}, .spacing = {1, 1}};
  PoissonOperator<Exec, double, 2> const poisson(exec, grid, {});
  auto const x = poisson.make(exec, "x"); // zero, for a right side of zero
  auto const report = MultigridCg<Exec, double, 2>(exec, poisson).solve(exec, x, {}, {.max_iterations = 5});
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.error.residual, 0);
}

} // namespace tessera::test
