// SPDX-License-Identifier: Apache-2.0
#include "random_case.hpp"

namespace tessera::test {

Outcome run_3d_with_obstacle(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_case<double, Kokkos::LayoutRight, true>(StarSum<3, 1>{}, 20, seed, rank, ranks, transport);
}

Outcome run_3d_two_levels(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_case<float, Kokkos::LayoutLeft, false>(Placed<TwoLevelSum<3, 2>>{}, 20, seed, rank, ranks,
                                                    transport);
}

} // namespace tessera::test
