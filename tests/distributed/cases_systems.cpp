// SPDX-License-Identifier: Apache-2.0
// Random systems of fields on ranks: members, stages, one-sided reaches, conditions by member and the places
// of members follow from seeds. Others are tried by compiling this source with TESSERA_SEEDS_2D and the like.
#include "random_case.hpp"
#include "support/random_system_on_ranks.hpp"

#ifndef TESSERA_SEEDS_1D
#define TESSERA_SEEDS_1D 139
#endif
#ifndef TESSERA_SEEDS_2D
#define TESSERA_SEEDS_2D 139
#endif
#ifndef TESSERA_SEEDS_3D
#define TESSERA_SEEDS_3D 120
#endif

namespace tessera::test {

/// Ranks that are fibers of one process share the plain loops.
template <int D, std::uint64_t seed>
Outcome run_system(std::uint64_t problem, int rank, int ranks, AnyTransport const& transport) {
  static std::optional<RandomSystemOnRanks<D, seed>> system;
  static std::pair<std::uint64_t, int> of;
  if (!system || of != std::pair(problem, ranks)) {
    of = {problem, ranks};
    system.emplace(problem, ranks, [](auto&&... cut) { return random_boxes<D>(cut...); });
  }
  auto const found = system->run(rank, ranks, transport);
  return {found.words, found.differing, found.compared, found.peers > 0};
}

/// One of these systems, by the problem's number.
template <int D, std::uint64_t... seeds>
Outcome run_systems(std::uint64_t problem, int rank, int ranks, AnyTransport const& transport) {
  constexpr CaseRunner runners[] = {run_system<D, seeds>...};
  return runners[problem % sizeof...(seeds)](problem, rank, ranks, transport);
}

Outcome run_systems_1d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_systems<1, TESSERA_SEEDS_1D>(seed, rank, ranks, transport);
}
Outcome run_systems_2d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_systems<2, TESSERA_SEEDS_2D>(seed, rank, ranks, transport);
}
Outcome run_systems_3d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport) {
  return run_systems<3, TESSERA_SEEDS_3D>(seed, rank, ranks, transport);
}

} // namespace tessera::test
