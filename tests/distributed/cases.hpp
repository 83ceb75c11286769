// SPDX-License-Identifier: Apache-2.0
// Random problems on ranks: a seed says everything but what is compiled.
#pragma once

#include <cstdint>
#include <string>

#include "support/any_transport.hpp"

namespace tessera::test {

/// A case as one rank sees it: what was stepped, in words, and how many of its values differ in a bit from
/// those that one rank alone computes.
struct Outcome {
  std::string words;
  Index differing = 0, compared = 0;
  bool cut = false; ///< whether there was more than one block
};

/// Steps the random problem of this seed on this rank of `ranks` and on the whole grid, and compares them.
using CaseRunner = Outcome (*)(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);

// Fields of double or float, one or two time levels, LayoutLeft or LayoutRight; see the sources.
Outcome run_1d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_2d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_2d_with_obstacle(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_3d_with_obstacle(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_3d_two_levels(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);

// Systems of fields, against plain loops.
Outcome run_systems_1d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_systems_2d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);
Outcome run_systems_3d(std::uint64_t seed, int rank, int ranks, AnyTransport const& transport);

inline constexpr CaseRunner case_runners[] = {
    run_1d,         run_2d,         run_2d_with_obstacle, run_3d_with_obstacle, run_3d_two_levels,
    run_systems_1d, run_systems_2d, run_systems_3d};

} // namespace tessera::test
