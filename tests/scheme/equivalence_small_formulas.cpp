// SPDX-License-Identifier: Apache-2.0
// Small grids with formulas that use all that a node knows of itself (support/small_grids.hpp).
#include "support/small_grids.hpp"

namespace tessera::test {

template <class T, class Layout, int D>
void expect_with_coefficients(std::vector<Extents<D>> const& sizes) {
  for (auto const& problem : pairwise_problems<D>(sizes, 1, 10)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> coefficients(problem.nodes), memory(problem.nodes);
    coefficients.fill(random_values<T>(static_cast<std::size_t>(problem.grid().size()), 11));
    auto const device = coefficients.view();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
    Everything<D, std::decay_t<decltype(host)>> const same_on_host{host};
    auto const trajectory = reference_trajectory<T>(problem, same_on_host, {1, 26, 4}, 7);
    expect_same_trajectory(trajectory, problem, memory, Everything<D, std::decay_t<decltype(device)>>{device},
                           Temporal{});
  }
}

// Formulas that use everything that `at` offers are evaluated only at nodes that exist.
TEST(EquivalenceSmall, NodesAsTheyAre) {
  expect_with_coefficients<double, Right, 1>({{1000}, {7}, {2}});
  expect_with_coefficients<double, Left, 2>({{67, 83}, {5, 70}, {1, 41}, {3, 3}});
  expect_with_coefficients<float, Right, 3>({{22, 13, 31}, {9, 1, 14}, {3, 3, 3}});
}

} // namespace tessera::test
