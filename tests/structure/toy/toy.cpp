// SPDX-License-Identifier: Apache-2.0
// The toy scheme and the toy condition are known everywhere by the lines that CONTRIBUTING.md asks for.
#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

#include <algorithm>
#include <gtest/gtest.h>

#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

TEST(ToyScheme, HasItsNameInTheList) {
  EXPECT_EQ(std::count(scheme_names.begin(), scheme_names.end(), std::string(Toy::name)), 1);
  expect_in(refusal([] { with_scheme("nonsense", {}, 0, [](auto const&) {}); }), "streaming, toy)");
  expect_in(refusal([] { with_scheme("direct", {8, 8, 0}, 0, [](auto const&) {}); }), "streaming or toy");
}

TEST(ToyScheme, IsSteppedByNameWithItsTile) {
  auto const u = make_field<double>(Exec(), Grid<2>{.nodes = {9, 9}, .spacing = {1, 1}});
  auto const report =
      make_stepper({.name = "toy", .tile = {5, 5, 0}}, Exec(), u, StarSum<2, 1>{}, everywhere(Fixed{}))
          ->report();
  EXPECT_STREQ(report.scheme, "toy");
  EXPECT_EQ(report.tile, (Tile{5, 5, 0}));
}

TEST(ToyScheme, IsAmongThoseThatTestsCompare) {
  int seen = 0;
  for_each_scheme<StarSum<2, 1>>([&](char const* name, auto const&) { seen += name == std::string("toy"); });
  for_each_scheme<StarSum<3, 1>>([&](char const* name, auto const&) { seen += name == std::string("toy"); });
  EXPECT_EQ(seen, 1); // it does not run in 3D
}

TEST(ToyScheme, GivesTheBitsOfTheReference) {
  for (auto const& problem : pairwise_problems<1>({{60}}, 1, 2)) {
    Memory<double, 1, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme<double>(problem, memory, StarSum<1, 1>{}, StarSum<1, 1>{}, {3}, {1, 5});
  }
}

TEST(ToyCondition, IsAmongThoseThatTestsDrawAndGivesTheBitsOfTheReference) {
  int seen = 0;
  for (auto const& problem : pairwise_problems<2>({{11, 9}, {8, 14}}, 1, 2)) {
    for (auto const& face : problem.faces) seen += face.kind == Kind::toy_quarter;
    Memory<double, 2, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme<double>(problem, memory, StarSum<2, 1>{}, StarSum<2, 1>{}, {3}, {1, 5});
  }
  EXPECT_GT(seen, 0);
}

TEST(ToyScheme, IsACandidateOfTheAutotuner) {
  auto const u = make_field<double>(Exec(), Grid<1>{.nodes = {60}, .spacing = {1}});
  auto const problem = tuning_problem(Exec(), u, StarSum<1, 1>{}, everywhere(Fixed{}));
  auto const work = detail::work_on(Exec(), problem);
  auto const all = candidates(problem, work);
  auto const toy = std::find_if(all.begin(), all.end(), [](auto const& c) { return c.name == "toy"; });
  if (!work.host) GTEST_SKIP() << "its tuning has candidates for hosts alone";
  ASSERT_NE(toy, all.end());
  EXPECT_GT(predict(typical_machine(true, 2), work, *toy).seconds(), 0);
}

} // namespace tessera::test
