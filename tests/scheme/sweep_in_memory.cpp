// SPDX-License-Identifier: Apache-2.0
// Sweeps over rows in memory on a host, launched by the test itself with non-temporal stores, which the
// library uses only on grids larger than the caches.
#include <tessera/scheme/detail/host/sweep_in_memory.hpp>

#include "support/host_only.hpp"
#include "support/sweep.hpp"

namespace tessera::test {

template <class T, class StencilType>
void expect_rows(StencilType const& stencil, bool nontemporal) {
  using SweepType = Sweep<T, StencilType>;
  for (auto const& problem :
       pairwise_problems<2>({{37, 53}, {9, 140}, {23, 128}, {40, 17}, {11, 1}}, SweepType::R, 3))
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

template <class T>
void expect_all(bool nontemporal) {
  expect_rows<T>(StarSum<2, 1>{}, nontemporal);
  expect_rows<T>(StarSum<2, 2>{}, nontemporal);
  expect_rows<T>(StarSum<2, 4>{}, nontemporal);
}

class RowsInMemory : public HostOnly {};

TEST_F(RowsInMemory, FloatNontemporal) { expect_all<float>(true); }
TEST_F(RowsInMemory, DoubleNontemporal) { expect_all<double>(true); }
TEST_F(RowsInMemory, FloatThroughTheCaches) { expect_all<float>(false); }
TEST_F(RowsInMemory, DoubleThroughTheCaches) { expect_all<double>(false); }

TEST_F(RowsInMemory, OfTwoLevels) {
  expect_rows<float>(TwoLevelSum<2, 1>{}, false);
  expect_rows<double>(TwoLevelSum<2, 2>{}, false);
}

} // namespace tessera::test
