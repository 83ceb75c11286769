// SPDX-License-Identifier: Apache-2.0
// The Poisson stencils by every scheme, tile and count of fused steps, on every kind of boundary, with a
// right side: the bits of the plain reference.
#include <tessera/equation/poisson.hpp>

#include "support/every_scheme.hpp"
#include "support/poisson.hpp"
#include "support/problems.hpp"

namespace tessera::test {

/// The stencil that `make` makes of weights and a random right side, on the device and on the host.
template <class T, int D, class Make>
void expect_equal_bits(std::vector<Extents<D>> const& sizes, int mixes, Make const& make) {
  for (auto const& problem : pairwise_problems<D>(sizes, 1, mixes)) {
    auto const rhs = random_values<T>(static_cast<std::size_t>(problem.grid().size()), 11);
    auto const view = node_view<T, D>(problem.nodes, rhs);
    auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    auto const weights = jacobi_weights<T>(problem.grid());
    Memory<T, D, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme<T>(problem, memory, make(Jacobi<T, D>{weights, view}),
                           make(Jacobi<T, D, Kokkos::HostSpace>{weights, on_host}), {1, 3, 4, 8}, {1, 5, 8});
  }
}

TEST(PoissonSchemes, JacobiInAPlane) {
  expect_equal_bits<double, 2>({{37, 53}, {16, 32}, {3, 3}}, 12, [](auto const& jacobi) { return jacobi; });
}

TEST(PoissonSchemes, RedBlackInFloat) {
  expect_equal_bits<float, 2>({{37, 53}, {5, 70}}, 3, []<class M>(Jacobi<float, 2, M> const& jacobi) {
    return RedBlack<float, 2, M>{jacobi, 1.4f, 1};
  });
}

} // namespace tessera::test
