// SPDX-License-Identifier: Apache-2.0
// What the flow solver refuses, and what it says when a run fails.
#include <gtest/gtest.h>

#include "support/flow.hpp"
#include "support/refusal.hpp"

namespace tessera::test {

using Mask = std::vector<std::uint8_t>;

void expect_refusal(FlowProblem const& problem, Mask const& body, std::vector<std::string> const& parts) {
  auto const said = refusal([&] { DoubleFlow(Exec(), problem, body, Direct{}); });
  for (auto const& part : parts) expect_in(said, part);
}

TEST(FlowRefused, Sides) {
  using enum FlowSide;
  auto const with = [](FlowSides const& sides) {
    auto problem = stream(48, 33, 100);
    problem.sides = sides;
    return problem;
  };
  expect_refusal(with({wall, wall, inflow, wall}), {}, {"side south is an inflow", "west to east"});
  expect_refusal(with({outflow, outflow, wall, wall}), {}, {"side west is an outflow"});
  expect_refusal(with({inflow, wall, wall, wall}), {},
                 {"side west is an inflow and side east is wall", "has to flow out"});
  expect_refusal(with({wall, outflow, wall, wall}), {}, {"side east is an outflow and side west is wall"});
  expect_refusal(with({periodic, wall, wall, wall}), {}, {"side west is periodic and side east is wall"});
  expect_refusal(with({inflow, outflow, periodic, periodic}), {}, {"between periodic sides"});
  expect_refusal(with({wall, wall, wall, wall}), {}, {"a profile of the inflow is given, but no inflow"});
}

TEST(FlowRefused, Numbers) {
  auto problem = stream(48, 33, 100);
  problem.viscosity = -1;
  expect_refusal(problem, {}, {"the viscosity is -1"});
  problem.viscosity = NAN;
  expect_refusal(problem, {}, {"the viscosity is nan"});
  problem = stream(48, 33, 100);
  problem.tolerance = 0;
  expect_refusal(problem, {}, {"the tolerance of Poisson's equation is 0"});
  problem = stream(48, 33, 100);
  problem.max_iterations = 0;
  expect_refusal(problem, {}, {"at most 0 iterations"});
  problem = stream(48, 33, 100);
  problem.inflow.pop_back();
  expect_refusal(problem, {}, {"the inflow has 32 values, the west side 33 nodes"});
  problem.inflow.assign(33, -1.);
  expect_refusal(problem, {}, {"the mean speed of the inflow is -1"});
  problem = stream(48, 33, 100);
  problem.wall_speed[3] = INFINITY;
  expect_refusal(problem, {}, {"the speed of wall north is inf"});
  expect_refusal(stream(48, 4, 100), {}, {"axis 1 has 4 nodes (give at least 5)"});
}

TEST(FlowRefused, Bodies) {
  auto const problem = stream(48, 33, 100);
  auto const& grid = problem.grid;
  expect_refusal(problem, Mask(7, 1), {"the body has 7 bytes, the grid 1584 nodes"});
  expect_refusal(problem, Mask(48 * 33, 0), {"the body holds no node"});
  expect_refusal(problem, Mask(48 * 33, 1), {"the body touches the side west", "move it inside"});
  expect_refusal(problem, block(grid, {1, 9}, {8, 12}), {"touches the side west at node (1, 9)"});
  expect_refusal(problem, block(grid, {20, 9}, {46, 12}), {"touches the side east"});
  expect_refusal(problem, block(grid, {20, 20}, {25, 32}), {"touches the side north"});
  auto two = block(grid, {10, 10}, {15, 15});
  auto const other = block(grid, {10, 17}, {15, 20});
  for (std::size_t i = 0; i < two.size(); ++i) two[i] |= other[i];
  expect_refusal(problem, two, {"the body has two parts", "(10, 10)", "(10, 17)"});
  auto periodic = problem;
  periodic.inflow.clear();
  periodic.sides = {FlowSide::periodic, FlowSide::periodic, FlowSide::periodic, FlowSide::periodic};
  expect_refusal(periodic, block(grid, {10, 10}, {15, 15}), {"periodic along both axes"});
}

template <class Call>
std::string failure(Call const& call) {
  try {
    call();
  } catch (RunFailure const& failed) {
    return failed.what();
  }
  return "nothing failed";
}

TEST(FlowFails, WhereItMust) {
  Exec const exec;
  auto problem = stream(49, 33, 100);
  problem.max_iterations = 2;
  problem.tolerance = 1e-12;
  DoubleFlow slow(exec, problem, square(problem.grid, 16), Direct{});
  auto const said = failure([&] { slow.begin(exec); });
  expect_in(said, "did not converge: after 2 iterations psi would still change by");
  expect_in(said, "the tolerance is 1e-12");

  problem.max_iterations = 100;
  problem.tolerance = 1e-22;
  DoubleFlow exact(exec, problem, square(problem.grid, 16), Direct{});
  expect_in(failure([&] { exact.begin(exec); }), "rounding in numbers of 8 bytes keeps it above about");

  problem = stream(49, 33, 100);
  DoubleFlow wild(exec, problem, square(problem.grid, 16), Direct{});
  wild.begin(exec);
  expect_in(failure([&] {
              for (int k = 0; k < 400; ++k) wild.step(exec, 1e200);
            }),
            "the flow is not finite");
}

} // namespace tessera::test
