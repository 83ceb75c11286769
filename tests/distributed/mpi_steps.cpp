// SPDX-License-Identifier: Apache-2.0
// Random problems on the ranks of a job, against one rank's bits: mpi_steps SEEDS FIRST_SEED.
#include <tessera/distributed.hpp>

#include <cstdio>
#include <cstdlib>

#include "cases.hpp"

namespace {

using namespace tessera;

// Fails on all ranks together, and says which case it was.
void run_seed(Ranks const& ranks, test::AnyTransport const& transport, std::uint64_t seed) {
  for (auto const& run_case : test::case_runners) {
    auto const outcome = run_case(seed, ranks.rank(), ranks.count(), transport);
    ranks.agree([&] {
      if (outcome.differing > 0 || outcome.compared == 0)
        throw RunFailure(detail::text(outcome.differing, " values differ: ", outcome.words));
    });
  }
}

} // namespace

int main(int argc, char** argv) {
  MpiSession const mpi(argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run([&] {
    std::uint64_t const seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20;
    std::uint64_t const first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    Ranks const ranks;
    test::AnyTransport const transport{MpiTransport(ranks)};
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) run_seed(ranks, transport, seed);
    if (ranks.first())
      std::printf("%llu problems on %d ranks: the bits of one\n",
                  static_cast<unsigned long long>(seeds * std::size(test::case_runners)), ranks.count());
  });
}
