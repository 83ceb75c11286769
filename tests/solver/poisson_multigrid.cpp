// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients with multigrid: how fast, to which order, and what becomes of singular problems.
#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/right_side.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"
#include "support/refusal.hpp"

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

/// The largest error of the solution with u = exp(x) cos(y + 0.3) + x y^2, whose right side is 2 x. West and south hold u, east has
/// its flux, north is fixed too; a block in the middle holds u as well.
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

/// Of a solve with f times 2^exponent.
template <class T>
struct Scaled {
  SolveReport report;
  std::vector<T> x;
};
template <class T>
Scaled<T> solve_scaled(PoissonEnds<2> const& ends, int exponent, double tolerance) {
  Exec const exec;
  PoissonReduction<Exec, T, 2> const reduction(exec, {.nodes = {37, 45}, .spacing = {0.025, 0.02}}, ends);
  auto const& poisson = reduction.poisson();
  auto values = random_values<T>(static_cast<std::size_t>(poisson.grid().size()), 5);
  for (T& value : values) value = std::ldexp(value, exponent);
  auto const f = node_view<T, 2>(poisson.grid().nodes, values);
  EXPECT_EQ(make_consistent(exec, poisson, f) > 0, poisson.singular());
  auto const x = poisson.make(exec, "x");
  auto const report = MultigridCg<Exec, T, 2>(exec, poisson)
                          .solve(exec, x, f, {.max_iterations = 40, .tolerance = tolerance});
  return {report, values_of(x)};
}

template <class T>
void expect_the_same_digits(std::vector<int> const& exponents, double tolerance) {
  for (PoissonEnds<2> const& ends : {PoissonEnds<2>{}, PoissonEnds<2>{mirrored, mirrored, mirrored, mirrored},
                                     PoissonEnds<2>{mirrored, zero_gradient, fixed, mirrored}}) {
    auto const plain = solve_scaled<T>(ends, 0, tolerance);
    ASSERT_TRUE(plain.report.converged);
    for (int exponent : exponents) {
      auto const scaled = solve_scaled<T>(ends, exponent, tolerance);
      EXPECT_TRUE(scaled.report.converged) << exponent;
      EXPECT_EQ(scaled.report.iterations, plain.report.iterations) << exponent;
      EXPECT_EQ(scaled.report.error.residual, plain.report.error.residual) << exponent;
      for (std::size_t i = 0; i < plain.x.size(); ++i)
        ASSERT_EQ(scaled.x[i], std::ldexp(plain.x[i], exponent)) << exponent << ", node " << i;
    }
  }
}

// The equation is linear: f times a power of two gives the same digits, also where squares of f are no numbers of double,
// or products of defects none of float.
TEST(PoissonMultigrid, FindsTheSameDigitsOfTinyAndHugeRightSides) {
  expect_the_same_digits<double>({-565, -900, 400, 565, 990}, 1e-9);
  expect_the_same_digits<float>({-83, 83}, 1e-4);
}

TEST(PoissonMultigrid, NormsAndMeansStayNumbers) {
  Exec const exec;
  PoissonOperator<Exec, double, 2> const poisson(exec, square(33), {mirrored, mirrored, mirrored, mirrored});
  for (double const size : {1e-320, 1e-170, 1e170, 1e306}) {
    auto const a = poisson.make(exec, "a");
    Kokkos::deep_copy(a, -size);
    EXPECT_NEAR(poisson.norm2(exec, a) / size, 33, 1e-3) << size;
    EXPECT_NEAR(poisson.mean(exec, a) / size, -1, 1e-3) << size;
  }
  auto const none = poisson.make(exec, "none");
  EXPECT_EQ(poisson.norm2(exec, none), 0);
  auto const infinite = poisson.make(exec, "infinite");
  Kokkos::deep_copy(infinite, INFINITY);
  EXPECT_FALSE(std::isfinite(poisson.norm2(exec, infinite)));
}

TEST(PoissonMultigrid, RefusesSpacingsWhoseSquaresAreNoNumbers) {
  Grid<2> const tiny{.nodes = {9, 9}, .spacing = {1e-25, 1e-25}},
      huge{.nodes = {9, 9}, .spacing = {1e160, 1e160}};
  expect_in(refusal([&] { jacobi_weights<float>(tiny); }), "1e-25 along axis 0, are no numbers of 4 bytes");
  expect_in(refusal([&] { jacobi_weights<double>(huge); }), "are no numbers of 8 bytes");
  EXPECT_LT(jacobi_weights<double>(tiny).rhs, 0);
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

/// Rows of 21 values in rows of 30: a NodeView with gaps.
template <class T>
NodeView<T, 2> with_gaps(char const* label) {
  return Kokkos::subview(NodeView<T, 2>(label, 40, 30), Kokkos::ALL, std::pair(0, 21));
}

TEST(PoissonMultigrid, RefusesViewsThatDoNotFit) {
  Exec const exec;
  Grid<2> const grid{.nodes = {40, 21}, .spacing = {0.1, 0.1}};
  using Vector = NodeView<double, 2>;
  using Mask = NodeView<std::uint8_t, 2>;
  PoissonOperator<Exec, double, 2> const poisson(exec, grid, {});
  MultigridCg<Exec, double, 2> solver(exec, poisson);
  auto const solved = [&](Vector const& x, Vector const& f) {
    return refusal([&] { solver.solve(exec, x, f, {.max_iterations = 1}); });
  };
  Vector const x("x", 40, 21), f("f", 40, 21);
  EXPECT_EQ(solved(x, f), "nothing was refused");
  EXPECT_EQ(solved(x, {}), "nothing was refused") << "no right side is zero";
  EXPECT_EQ(solved(x, x),
            "the field 'x' and the right side 'x' of Poisson's equation share memory (give each its own)");
  EXPECT_EQ(solved(x, Vector("f", 40, 20)),
            "the right side 'f' has 20 values along axis 1, the grid 21 nodes (give one a node)");
  EXPECT_EQ(solved(Vector("x", 41, 21), f),
            "the field 'x' has 41 values along axis 0, the grid 40 nodes (give one a node)");
  std::string const gaps =
      " has gaps between its rows (give a View that is no part of a larger one, or a copy)";
  EXPECT_EQ(solved(with_gaps<double>("x"), f), "the field 'x'" + gaps);
  EXPECT_EQ(solved(x, with_gaps<double>("f")), "the right side 'f'" + gaps);
  EXPECT_EQ(solved(Vector(static_cast<double*>(nullptr), 40, 21), f),
            "the field '' has 40 x 21 values and no memory for them (give a View that is allocated)");

  auto const around = [&](Mask const& body) {
    return refusal([&] { PoissonOperator<Exec, double, 2>(exec, grid, {}, body); });
  };
  EXPECT_EQ(around(Mask("body", 40, 20)),
            "the obstacle 'body' has 20 values along axis 1, the grid 21 nodes (give one a node)");
  EXPECT_EQ(around(with_gaps<std::uint8_t>("body")), "the obstacle 'body'" + gaps);

  PoissonReduction<Exec, double, 2> const reduction(exec, grid, {fixed, zero_gradient, fixed, fixed});
  EXPECT_EQ(refusal([&] { reduction.gather(exec, x, Vector("part", 40, 21)); }),
            "the reduced field 'part' has 40 values along axis 0, the grid 39 nodes (give one a node)");
  EXPECT_EQ(refusal([&] { reduction.scatter(exec, Vector("part", 39, 21), Vector("x", 40, 20)); }),
            "the field 'x' has 20 values along axis 1, the grid 21 nodes (give one a node)");
}

} // namespace tessera::test
