// SPDX-License-Identifier: Apache-2.0
// Weighted Jacobi in three dimensions by every scheme, with factors that differ from step to step.
#include <tessera/equation/poisson.hpp>

#include "support/every_scheme.hpp"
#include "support/poisson.hpp"
#include "support/problems.hpp"

namespace tessera::test {

TEST(PoissonSchemes, RelaxationInABox) {
  std::vector<double> const factors{0.8, 1.3, 0.4, 1.1};
  Kokkos::View<double*, Exec::memory_space> const device("factors", factors.size());
  Kokkos::deep_copy(device, Kokkos::View<double const*, Kokkos::HostSpace>(factors.data(), factors.size()));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
  for (auto const& problem : pairwise_problems<3>({{12, 33, 61}, {5, 3, 20}}, 1, 2)) {
    auto const rhs = node_view<double, 3>(
        problem.nodes, random_values<double>(static_cast<std::size_t>(problem.grid().size()), 11));
    auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rhs);
    auto const weights = jacobi_weights<double>(problem.grid());
    Memory<double, 3, Kokkos::LayoutRight> memory(problem.nodes);
    expect_every_scheme<double>(problem, memory, Relaxation<double, 3>{{weights, rhs}, {device}},
                                Relaxation<double, 3, Kokkos::HostSpace>{{weights, on_host}, {host}}, {2, 5},
                                {1, 7});
  }
}

} // namespace tessera::test
