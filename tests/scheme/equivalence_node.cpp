// SPDX-License-Identifier: Apache-2.0
// A formula that uses everything that `at` offers (index, position, step, time) and a coefficient per node in
// a View. At every stage of every scheme it has to get the values of its own node, also in halos and beyond
// the ends of periodic axes.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, int D>
void expect_with_coefficients(std::vector<Extents<D>> const& sizes) {
  for (auto const& problem : pairwise_problems<D>(sizes, 1, 10)) {
    Memory<T, D, Layout> coefficients(problem.nodes), memory(problem.nodes);
    coefficients.fill(random_values<T>(static_cast<std::size_t>(problem.grid().size()), 11));
    auto const device = coefficients.view();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
    Everything<D, std::decay_t<decltype(device)>> const stencil{device};
    Everything<D, std::decay_t<decltype(host)>> const same_on_host{host};
    expect_every_scheme<T>(problem, memory, stencil, same_on_host, {1, 2, 5, 8}, {0, 1, 5, 11});
  }
}

std::vector<Extents<1>> const lines = {{1000}, {7}, {2}};
std::vector<Extents<2>> const planes = {{37, 53}, {5, 70}, {1, 41}, {3, 3}};
std::vector<Extents<3>> const volumes = {{12, 13, 31}, {9, 1, 14}, {3, 3, 3}};

TEST(EquivalenceNode, OneDimension) { expect_with_coefficients<double, Kokkos::LayoutRight, 1>(lines); }
TEST(EquivalenceNode, TwoDimensions) { expect_with_coefficients<double, Kokkos::LayoutLeft, 2>(planes); }
TEST(EquivalenceNode, ThreeDimensions) { expect_with_coefficients<float, Kokkos::LayoutRight, 3>(volumes); }

} // namespace tessera::test
