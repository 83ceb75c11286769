// SPDX-License-Identifier: Apache-2.0
#include "random_case.hpp"

namespace tessera::test {

Outcome run_2d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_case<double, Kokkos::LayoutRight, false>(Placed<Literal<2>>{}, 40, seed, rank, ranks, transport);
}

Outcome run_2d_with_obstacle(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_case<float, Kokkos::LayoutLeft, true>(BoxSum<2>{}, 40, seed, rank, ranks, transport);
}

} // namespace tessera::test
