// SPDX-License-Identifier: Apache-2.0
// Sweeps over rows in memory on a host, launched by the test itself with non-temporal stores, which the
// library uses only on grids larger than the caches.
#pragma once

#include <tessera/scheme/detail/host/sweep_in_memory.hpp>

#include "support/host_only.hpp"
#include "support/sweep.hpp"

namespace tessera::test {

/// Steps problems of these sizes once, as one box and cut into several, with rows fetched ahead and not, and
/// compares with the reference.
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
      detail::EvenBoxes const boxes{nodes, choice < 2 ? detail::Index3{{1, 1, 1}} : cut};
      detail::update_in_memory(rules, sweep.over_previous(), boxes, 0, boxes.size(), problem.first_step,
                               {nontemporal, ahead});
      sweep.expect_done(nontemporal ? "non-temporal stores: " : "stores through the caches: ");
    }
}

} // namespace tessera::test
