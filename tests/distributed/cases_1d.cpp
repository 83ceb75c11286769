// SPDX-License-Identifier: Apache-2.0
#include "random_case.hpp"

namespace tessera::test {

Outcome run_1d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_case<double, Kokkos::LayoutRight, false>(Placed<StarSum<1, 2>>{}, 90, seed, rank, ranks,
                                                      transport);
}

} // namespace tessera::test
