// SPDX-License-Identifier: Apache-2.0
// The way that the autotuner expects Temporal to take is the way that its plan takes.
#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

#include <gtest/gtest.h>
#include <set>

#include "support/memory.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, int D, class StencilType, class BoundaryType>
std::string way_of_plan(Extents<D> const& nodes, StencilType const& stencil, BoundaryType const& boundary) {
  Grid<D> grid{.nodes = nodes, .spacing = {}};
  for (int d = 0; d < D; ++d) grid.spacing[d] = 1;
  auto const u = make_field<T>(Exec(), grid);
  auto const expected = detail::temporal_way(
      detail::temporal_case(detail::work_on(Exec(), tuning_problem(Exec(), u, stencil, boundary))));
  std::string way = Stepper(Exec(), u, stencil, boundary, Temporal{}).report().way;
  if (way == "cooperative") way = "memory"; // which makes many steps of a small volume in one launch
  EXPECT_EQ(way, detail::name_of(expected)) << detail::extents_text(nodes, D);
  return way;
}

TEST(TemporalWay, OfThePlanIsTheTunersInALine) {
  std::set<std::string> seen;
  for (Index n : {64, 5000, 4000000})
    seen.insert(way_of_plan<double, 1>({n}, StarSum<1, 1>{}, everywhere(Fixed{})));
  EXPECT_EQ(seen.size(), detail::on_host<Exec> ? 2u : 1u); // a host streams large grids
}

TEST(TemporalWay, OfThePlanIsTheTunersInThePlane) {
  std::set<std::string> seen;
  for (Index n : {5, 64, 200, 401, 3000}) {
    seen.insert(way_of_plan<double, 2>({n, n}, StarSum<2, 1>{}, everywhere(Fixed{})));
    seen.insert(way_of_plan<float, 2>({n, 40}, StarSum<2, 1>{}, everywhere(Periodic{})));
    seen.insert(way_of_plan<double, 2>({40, n}, TwoLevelSum<2, 2>{}, everywhere(Fixed{})));
  }
  EXPECT_GE(seen.size(), 2u);
}

TEST(TemporalWay, OfThePlanIsTheTunersInSpace) {
  std::set<std::string> seen;
  for (Index n : {5, 40, 130})
    seen.insert(way_of_plan<float, 3>({n, n, n}, StarSum<3, 1>{}, everywhere(Fixed{})));
  EXPECT_EQ(seen.size(), detail::on_host<Exec> ? 2u : 1u);
}

} // namespace tessera::test
