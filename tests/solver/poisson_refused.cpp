// SPDX-License-Identifier: Apache-2.0
// Views that Poisson's solvers do not take.
#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

using enum PoissonEnd;

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
