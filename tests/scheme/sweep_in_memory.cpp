// SPDX-License-Identifier: Apache-2.0
// Sweeps over rows in memory on a host, launched by the test itself with non-temporal stores, which the
// library uses only on grids larger than the caches.
#include <tessera/scheme/detail/host/sweep_in_memory.hpp>

#include "support/host_only.hpp"
#include "support/sweep.hpp"

namespace tessera::test {

template <class T, class StencilType>
void expect_rows(StencilType const& stencil, bool nontemporal,
                 std::vector<Extents<StencilType::reads.dimension>> const& sizes) {
  using SweepType = Sweep<T, StencilType>;
  for (auto const& problem : pairwise_problems<StencilType::reads.dimension>(sizes, SweepType::R, 3))
    for (int choice = 0; choice < 4; ++choice) {
      bool const ahead = choice % 2 == 1;
      SweepType sweep(problem, stencil, 1);
      auto const rules = sweep.rules();
      detail::Index3 const nodes = rules.domain.whole().upper;
      detail::Index3 const cut{{detail::divide_up(nodes[0], 31), detail::divide_up(nodes[1], 8), 1}};
      detail::BoxesInMemory const boxes{nodes, choice < 2 ? detail::Index3{{1, 1, 1}} : cut};
      detail::update_in_memory(rules, sweep.over_previous(), boxes, 0, boxes.size(), problem.first_step,
                               {nontemporal, ahead});
      sweep.expect_done(nontemporal ? "non-temporal stores: " : "stores through the caches: ");
    }
}

std::vector<Extents<2>> const planes = {{37, 53}, {9, 140}, {23, 128}, {40, 17}, {11, 1}};
/// Some edges are longer than what is gathered for them at a time (EdgeLines::longest).
std::vector<Extents<3>> const volumes = {{4, 5, 430}, {3, 450, 6}, {75, 9, 11}, {2, 60, 90}, {7, 1, 20}};

template <class T>
void expect_all(bool nontemporal) {
  expect_rows<T>(StarSum<2, 1>{}, nontemporal, planes);
  expect_rows<T>(StarSum<2, 2>{}, nontemporal, planes);
  expect_rows<T>(StarSum<2, 4>{}, nontemporal, planes);
}

class RowsInMemory : public HostOnly {};

TEST_F(RowsInMemory, FloatNontemporal) { expect_all<float>(true); }
TEST_F(RowsInMemory, DoubleNontemporal) { expect_all<double>(true); }
TEST_F(RowsInMemory, FloatThroughTheCaches) { expect_all<float>(false); }
TEST_F(RowsInMemory, DoubleThroughTheCaches) { expect_all<double>(false); }

TEST_F(RowsInMemory, OfTwoLevels) {
  expect_rows<float>(TwoLevelSum<2, 1>{}, false, planes);
  expect_rows<double>(TwoLevelSum<2, 2>{}, false, planes);
}

TEST_F(RowsInMemory, OfVolumes) {
  expect_rows<float>(StarSum<3, 1>{}, false, volumes);
  expect_rows<double>(StarSum<3, 4>{}, false, volumes);
  expect_rows<float>(TwoLevelSum<3, 2>{}, false, volumes);
  expect_rows<double>(BoxSum<3>{}, false, volumes);
}

} // namespace tessera::test
